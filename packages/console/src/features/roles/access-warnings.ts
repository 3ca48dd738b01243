import { requestorMask, verbMask } from '@millwright/contract/verbs'
import { trimmed } from '../../widgets/access-rules/deciding-rules.ts'
import type { AccessRow } from './access-rows.ts'
import { type Allowed, allowedBy } from './matrix.ts'
import { t } from './opened/messages.ts'

export interface AccessWarning {
  /**
   * `unreachable`: no request matches the rule; `records`: a table can be listed, but its records cannot be read;
   * `hidden`: another rule allows writing rows that the filter hides.
   */
  readonly kind: 'unreachable' | 'filter' | 'duplicate' | 'nothing' | 'records' | 'hidden'
  readonly text: string
}

const texts = {
  unreachable: {
    get requestor() {
      return t.ruleWithoutRequester
    },
    star: 'A * matches at the end of a component only, so this rule never matches.',
    get all() {
      return t.ruleRootOnly
    },
    get address() {
      return t.ruleComponentQuery
    },
    get service() {
      return t.ruleServiceGone
    },
  },
  get filter() {
    return t.ruleEmptyFilter
  },
  get duplicate() {
    return t.ruleDuplicate
  },
  get nothing() {
    return t.ruleWithoutVerb
  },
  get records() {
    return t.ruleListOnly
  },
  get hidden() {
    return t.ruleHiddenWrites
  },
} as const

/** Returns warnings by row, none of which prevents saving. `services`: the existing ones, by id. */
export function accessWarnings(
  rows: readonly AccessRow[],
  services: ReadonlyMap<number, unknown>,
): ReadonlyMap<string, AccessWarning> {
  const kept = rows.filter(({ removed }) => !removed)
  const uses = new Map<string, number>()
  for (const row of kept) uses.set(subject(row), (uses.get(subject(row)) ?? 0) + 1)
  const allowed = new Map(Object.values(requestorMask).map((requestor) => [requestor, allowedBy(kept, requestor)]))
  const warnings = new Map<string, AccessWarning>()
  for (const row of kept) {
    const never = unreachable(row, services)
    if (never !== null) warnings.set(row.key, { kind: 'unreachable', text: never })
    else if (row.filters.some(({ name }) => name.trim() === ''))
      warnings.set(row.key, { kind: 'filter', text: texts.filter })
    else if ((uses.get(subject(row)) ?? 0) > 1) warnings.set(row.key, { kind: 'duplicate', text: texts.duplicate })
    else if (row.verbMask === 0) warnings.set(row.key, { kind: 'nothing', text: texts.nothing })
    else if (listsOnly(row, allowed)) warnings.set(row.key, { kind: 'records', text: texts.records })
    else if (hidesWritable(row, kept, allowed)) warnings.set(row.key, { kind: 'hidden', text: texts.hidden })
  }
  return warnings
}

function unreachable({ serviceId, component, ...row }: AccessRow, services: ReadonlyMap<number, unknown>) {
  const path = trimmed(component ?? '')
  const star = path.indexOf('*')
  if (row.requestorMask === 0) return texts.unreachable.requestor
  if (serviceId === null && path !== '*' && path !== '') return texts.unreachable.all
  if (serviceId !== null && !services.has(serviceId)) return texts.unreachable.service
  if (star >= 0 && star !== path.length - 1) return texts.unreachable.star
  return /[?#]/.test(path) ? texts.unreachable.address : null
}

/** Whether the rule allows listing a table of which no record can be read by its key. */
function listsOnly({ serviceId, component, ...row }: AccessRow, allowed: ReadonlyMap<number, Allowed>): boolean {
  const path = trimmed(component ?? '')
  if ((row.verbMask & verbMask.GET) === 0 || !/^_table\/[^/*]+$/.test(path)) return false
  return [...allowed].some(
    ([requestor, may]) => (row.requestorMask & requestor) !== 0 && (may(serviceId, `${path}/*`) & verbMask.GET) === 0,
  )
}

/** Whether rules without a filter allow writing records of a table that this rule's filter hides. */
function hidesWritable(row: AccessRow, rows: readonly AccessRow[], allowed: ReadonlyMap<number, Allowed>): boolean {
  const { serviceId, filters, component } = row
  const [, table] = /^(_table\/[^/*]+)(?:\/\*)?$/.exec(trimmed(component ?? '')) ?? []
  if (table === undefined || filters.length === 0 || (row.verbMask & verbMask.GET) === 0) return false
  const changes = (mask: number) => mask & (verbMask.PUT | verbMask.PATCH | verbMask.DELETE) & ~row.verbMask
  const writing = rows.filter((other) => other.serviceId === serviceId && changes(other.verbMask) !== 0)
  if (writing.every((other) => other.filters.length > 0)) return false
  const isFiltered = (place: string) =>
    writing.some((other) => other.filters.length > 0 && trimmed(other.component ?? '') === place)
  const places = [table, `${table}/*`].filter((place) => !isFiltered(place))
  return [...allowed].some(
    ([requestor, may]) =>
      (row.requestorMask & requestor) !== 0 && places.some((place) => changes(may(serviceId, place)) !== 0),
  )
}

function subject({ serviceId, component, requestorMask: callers }: AccessRow): string {
  return `${serviceId ?? ''} ${callers} ${trimmed(component ?? '')}`
}
