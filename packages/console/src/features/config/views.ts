/** The views of the Config tab, in their order; `id` stands in the address. */
export const configViews = [
  { id: 'system-info', title: 'System Info' },
  { id: 'cache', title: 'Cache' },
  { id: 'cors', title: 'CORS' },
  { id: 'email-templates', title: 'Email Templates' },
  { id: 'lookup-keys', title: 'Global Lookup Keys' },
  { id: 'outbox', title: 'Outbox', feature: 'outbox' },
  { id: 'two-step', title: 'Two-Step Sign-In', feature: 'two-step' },
] as const satisfies readonly { readonly id: string; readonly title: string; readonly feature?: string }[]

export type ConfigViewId = (typeof configViews)[number]['id']

/** `waiting`: its data is on its way. `refused`: the data did not come, so that there is nothing to show. */
export type Standing = 'waiting' | 'loaded' | 'refused'

export interface ShownViews {
  /** Those whose data came. */
  readonly tabs: readonly (typeof configViews)[number][]
  /** What fills the page; `missing` when the address names a view that cannot be shown. */
  readonly page: ConfigViewId | 'waiting' | 'missing' | 'nothing'
}

/** Which views there are, and which one an address shows; without a name the first. */
export function shownViews(standings: Readonly<Record<ConfigViewId, Standing>>, wanted: string | null): ShownViews {
  const tabs = configViews.filter(({ id }) => standings[id] === 'loaded')
  return { tabs, page: pageOf(standings, tabs, wanted) }
}

function pageOf(
  standings: Readonly<Record<ConfigViewId, Standing>>,
  tabs: ShownViews['tabs'],
  wanted: string | null,
): ShownViews['page'] {
  const named = configViews.find(({ id }) => id === wanted)
  if (named)
    return standings[named.id] === 'loaded' ? named.id : standings[named.id] === 'waiting' ? 'waiting' : 'missing'
  if (wanted !== null) return 'missing'
  const earlier = configViews.find(({ id }) => standings[id] !== 'refused')
  if (!earlier) return 'nothing'
  return standings[earlier.id] === 'waiting' ? 'waiting' : (tabs[0]?.id ?? 'nothing')
}
