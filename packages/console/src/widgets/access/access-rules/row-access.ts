import { type Requestor, requestorMask, type Verb, verbMask, verbs } from '@millwright/contract/verbs'
import { hasValue } from '../condition/has-value.ts'
import type { AccessRow, FilterRow } from './access-rows.ts'
import { decidingRules, trimmed } from './deciding-rules.ts'

export interface RowFilter {
  readonly filters: readonly FilterRow[]
  readonly filterOp: 'AND' | 'OR'
}

/**
 * Rules about the rows of a table are about `_table/x`, its list, and about `_table/x/*`, its records by id. Wildcard rules such as
 * `_table/*` are about both ways to each table without rules of its own.
 */
export interface RuledTable {
  readonly serviceId: number
  /** `_table/x`, or a wildcard; in lower case. */
  readonly component: string
}

/**
 * `list`: reads and writes of rows by filter or list of ids, and rows that are read as related ones of other tables. `record`: one row, by
 * its id in the path.
 */
export const ways = ['list', 'record'] as const
export type Way = (typeof ways)[number]

/** What rules allow by one way to rows. */
export interface WayAccess {
  readonly mask: number
  /** The filter on the rows; `null` for all rows. Only for verbs that are allowed. */
  readonly filters: ReadonlyMap<Verb, RowFilter | null>
}

/** Requests that the row filter of a table does not restrict, or another filter does. */
export interface Hole {
  readonly filter: RowFilter
  readonly open: readonly { readonly way: Way; readonly verb: Verb }[]
}

export interface RowAccess extends Readonly<Record<Way, WayAccess>> {
  /** The filter that each verb should have everywhere: its own, otherwise that of GET. `null` for all rows. */
  readonly wanted: ReadonlyMap<Verb, RowFilter | null>
  readonly hole: Hole | null
}

/** The component of a table in rules about one way to its rows. */
export function componentBy(way: Way, component: string): string {
  return way === 'list' || component.endsWith('*') ? component : `${component}/*`
}

/** The table that a component is about; `null` if it is about no rows, or only about some requests for them. */
export function tablePlace({ serviceId, component }: Pick<AccessRow, 'serviceId' | 'component'>): RuledTable | null {
  const path = trimmed(component ?? '')
  if (serviceId === null) return null
  if (path === '*' || path === '_table/*') return { serviceId, component: path }
  const [, table] = /^(_table\/[^/*{]+)(?:\/\*)?$/.exec(path) ?? []
  return table === undefined ? null : { serviceId, component: table }
}

/**
 * Tells what a role's rules allow on the rows of tables, as the instance decides it (docs/wire/access.md): which verbs are allowed by the
 * closest rules together, and the row filter is
 * that of the last of them that contains the verb. All screens about access use it.
 */
export function rowAccess(rows: readonly AccessRow[], requestor: Requestor): (place: RuledTable) => RowAccess {
  const kept = rows.filter(({ removed }) => !removed)
  const deciding = decidingRules(kept, requestorMask[requestor], ({ component, ...row }) => ({
    ...row,
    component: component ?? '',
  }))
  const own = Map.groupBy(
    kept.filter((row) => (row.requestorMask & requestorMask[requestor]) !== 0),
    placeKey,
  )
  const wayAccess = ({ serviceId, component }: RuledTable, way: Way): WayAccess => {
    const rules = deciding(serviceId, componentBy(way, component))
    const mask = rules.reduce((all, { verbMask: each }) => all | each, 0)
    const allowed = verbs.filter((verb) => (mask & verbMask[verb]) !== 0)
    return { mask, filters: new Map(allowed.map((verb) => [verb, filterFor(rules, verb)])) }
  }
  return (place) => {
    const access = { list: wayAccess(place, 'list'), record: wayAccess(place, 'record') }
    const wanted = wantedFilters(access, own.get(keyOf(place.serviceId, place.component)) ?? [])
    return { ...access, wanted, hole: holeIn(access, wanted) }
  }
}

/** The filter of the last rule with the verb; rules for all services have none. */
function filterFor(rules: readonly AccessRow[], verb: Verb): RowFilter | null {
  const rule = rules.findLast(({ verbMask: mask }) => (mask & verbMask[verb]) !== 0)
  return rule === undefined || rule.serviceId === null ? null : filterOf(rule)
}

export function filterOf({ filters, filterOp }: RowFilter): RowFilter | null {
  return filters.length === 0 ? null : { filters, filterOp }
}

function wantedFilters(access: Readonly<Record<Way, WayAccess>>, own: readonly AccessRow[]): RowAccess['wanted'] {
  const found = new Map<Verb, RowFilter | null>()
  for (const verb of verbs) {
    const ofRule = own.findLast(({ filters, ...row }) => filters.length > 0 && (row.verbMask & verbMask[verb]) !== 0)
    const filters = [
      access.list.filters.get(verb),
      // No request creates a record at its id.
      verb === 'POST' ? null : access.record.filters.get(verb),
      verb === 'POST' || ofRule === undefined ? null : filterOf(ofRule),
    ]
    const [filter = null] = filters.filter((each) => each)
    found.set(verb, filter ?? (verb === 'POST' ? null : (found.get('GET') ?? null)))
  }
  return found
}

function holeIn(access: Readonly<Record<Way, WayAccess>>, wanted: RowAccess['wanted']): Hole | null {
  const open = ways.flatMap((way) =>
    [...access[way].filters].flatMap(([verb, filter]) => {
      const missing = wanted.get(verb) ?? null
      return verb !== 'POST' && missing !== null && filterText(filter) !== filterText(missing) ? [{ way, verb }] : []
    }),
  )
  const [first] = open
  const filter = first && wanted.get(first.verb)
  return filter ? { filter, open } : null
}

/** Equal for equal filters. */
export function filterText(filter: RowFilter | null): string {
  if (filter === null) return ''
  const conditions = filter.filters.map(({ name, operator, value }) => [name, operator, hasValue(operator) && value])
  return JSON.stringify(conditions.length === 1 ? conditions : [filter.filterOp, conditions])
}

const keyOf = (serviceId: number, component: string) => `${serviceId} ${component}`

function placeKey(row: AccessRow): string {
  const place = tablePlace(row)
  return place === null ? '' : keyOf(place.serviceId, place.component)
}

/** Whether rules are about a table's list, its records or both. */
export function isAboutTable({ serviceId, component }: RuledTable): (row: AccessRow) => boolean {
  const key = keyOf(serviceId, component)
  return (row) => placeKey(row) === key
}

/** Formats a filter as one line: `region = EU AND owner = {user.id}`. */
export function filterLine({ filters, filterOp }: RowFilter): string {
  return filters
    .map(({ name, operator, value }) => [name, operator, hasValue(operator) ? value : ''].join(' ').trim())
    .join(` ${filterOp} `)
}

/** The tables that rules are about, each with its rules, in order. */
export function rulesByTable(
  rows: readonly AccessRow[],
): readonly { readonly place: RuledTable; readonly rows: readonly AccessRow[] }[] {
  const found = Map.groupBy(
    rows.filter(({ removed }) => !removed),
    placeKey,
  )
  return [...found.values()].flatMap((about) => {
    const place = about[0] && tablePlace(about[0])
    return place ? [{ place, rows: about }] : []
  })
}
