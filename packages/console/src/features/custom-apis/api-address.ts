import { type TableAction, tableActions } from './plan/table-step.ts'

type Id = number | string | undefined

/** Addresses of the tab: an API, and one of its endpoints. */
export const apiAddress = {
  list: '/custom-apis',
  api: (id: Id) => `/custom-apis/${id}`,
  endpoint: (api: Id, id: Id | 'new') => `/custom-apis/${api}/${id}`,
} as const

/** Starts besides tables: a stored procedure or function, a data view, and a request of the log. */
export const otherStarts = ['routine', 'view', 'logged'] as const
export type OtherStart = (typeof otherStarts)[number]

export type StartAction = TableAction | OtherStart | 'empty'

export function isOtherStart(start: StartAction): start is OtherStart {
  return otherStarts.some((each) => each === start)
}

/** What a new endpoint starts from, in its query; absent if it is to be chosen. */
export interface StartSearch {
  readonly start?: StartAction
  readonly service?: string
  readonly table?: string
  /** What it starts from besides a table: `_proc/name`, or an id. */
  readonly of?: string
}

export function readStart(raw: Readonly<Record<string, unknown>>): StartSearch {
  const start = [...tableActions, ...otherStarts, 'empty' as const].find((action) => action === raw.start)
  if (start === undefined) return {}
  const service = textOf(raw.service)
  const table = textOf(raw.table)
  const of = textOf(raw.of)
  if (isOtherStart(start)) return service === '' || of === '' ? { start: 'empty' } : { start, service, of }
  if (start === 'empty' || service === '' || table === '') return { start: 'empty' }
  return { start, service, table }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
