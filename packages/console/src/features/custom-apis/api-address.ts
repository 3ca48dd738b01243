import { type TableAction, tableActions } from './plan/table-step.ts'

type Id = number | string | undefined

/** Addresses of the tab: an API, and one of its endpoints. */
export const apiAddress = {
  list: '/custom-apis',
  api: (id: Id) => `/custom-apis/${id}`,
  endpoint: (api: Id, id: Id | 'new') => `/custom-apis/${api}/${id}`,
} as const

export type StartAction = TableAction | 'empty'

/** What a new endpoint starts from, in its query; absent if it is to be chosen. */
export interface StartSearch {
  readonly start?: StartAction
  readonly service?: string
  readonly table?: string
}

export function readStart(raw: Readonly<Record<string, unknown>>): StartSearch {
  const start = [...tableActions, 'empty' as const].find((action) => action === raw.start)
  if (start === undefined) return {}
  const [service, table] = [textOf(raw.service), textOf(raw.table)]
  if (start === 'empty' || service === '' || table === '') return { start: 'empty' }
  return { start, service, table }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
