/** Time spans of counts, shortest first: minute, hour, day, all in UTC. */
export const spans = [0, 1, 2] as const
export type Span = (typeof spans)[number]

export const minuteSpan = 0
export const hourSpan = 1
export const daySpan = 2

export const spanMinutes: Readonly<Record<Span, number>> = { 0: 1, 1: 60, 2: 1440 }

/** What a row counts: everything, or by target, by caller, or by both; `whole`: by service and app. Pairs are not counted by minute. */
export const kinds = { total: 0, service: 1, target: 2, app: 3, caller: 4, pair: 5, whole: 6 } as const
export type Kind = keyof typeof kinds

/** Span and kind as one number, as it is stored. */
export type Series = number

export const seriesOf = (span: Span, kind: Kind): Series => span * 8 + kinds[kind]

export const spanStart = (minute: number, span: Span): number => minute - (minute % spanMinutes[span])
