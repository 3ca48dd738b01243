import { allVerbs, type Requestor, requestorMask, verbMask } from '@millwright/contract/verbs'
import { type AccessRow, newAccess, withoutAccess } from '../../widgets/access/access-rules/access-rows.ts'
import { decidingRules, trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'
import { type Hole, type RowFilter, rowAccess, tablePlace } from '../../widgets/access/access-rules/row-access.ts'
import { t } from './opened/messages.ts'
import { type RoleServices, serviceName } from './role-services.ts'

/** The service and components of one line of the matrix. */
export interface MatrixSubject {
  /** `null` for all services. */
  readonly serviceId: number | null
  /** One component, or a resource and what is below it, such as `_table/x` and `_table/x/*`. */
  readonly components: readonly string[]
}

export interface MatrixLine extends MatrixSubject {
  readonly key: string
  readonly name: string
  /** The first line of its service, for the whole service. */
  readonly first: boolean
  /** The common part of its components. */
  readonly label: string
  /** Verbs that the line's own rules allow on each of the components, and on any of them. */
  readonly own: number
  readonly some: number
  /** Number of its rules. */
  readonly rules: number
  /** The filter on the rows of a table; `null` for all rows. */
  readonly filter: RowFilter | null
  /** The requests that the filter does not restrict. */
  readonly hole: Hole | null
}

interface MatrixParts {
  readonly rows: readonly AccessRow[]
  readonly services: RoleServices
  /** Only rules for this requestor mask are shown and edited. */
  readonly requestor: number
  /** Expanded services, with their components. */
  readonly open: ReadonlyMap<number, readonly string[]>
  /** In lower case. */
  readonly text: string
}

const subjectKey = (serviceId: number | null, component: string) => `${serviceId ?? 'all'} ${trimmed(component)}`

interface OwnRules {
  readonly mask: number
  readonly rules: number
}

const noRules: OwnRules = { mask: 0, rules: 0 }

/**
 * Returns a line for each service, and below it one for each component that has a rule or was requested. A search keeps services whose name
 * contains the text, and of others the matching components.
 */
export function matrixLines({ rows, services, requestor, open, text }: MatrixParts): MatrixLine[] {
  const own = new Map<string, OwnRules>()
  const components = new Map<number | null, Map<string, string>>([[null, new Map([['*', '*']])]])
  for (const { id } of services.sorted) components.set(id, new Map([['*', '*']]))
  for (const [id, known] of open) for (const component of known) components.get(id)?.set(trimmed(component), component)
  for (const row of rows) {
    if (row.removed || row.requestorMask !== requestor) continue
    const component = row.component ?? ''
    const key = subjectKey(row.serviceId, component)
    const { mask, rules } = own.get(key) ?? noRules
    own.set(key, { mask: mask | row.verbMask, rules: rules + 1 })
    const found = components.get(row.serviceId) ?? new Map([['*', '*']])
    if (!found.has(trimmed(component))) found.set(trimmed(component), component)
    components.set(row.serviceId, found)
  }

  const rowsFor = (Object.keys(requestorMask) as Requestor[])
    .filter((each) => (requestor & requestorMask[each]) !== 0)
    .map((each) => rowAccess(rows, each))
  const rowsOf = (subject: { serviceId: number | null; component: string }) => {
    const place = tablePlace(subject)
    const found = place === null ? [] : rowsFor.map((access) => access(place))
    const [filter = null] = found.flatMap(({ wanted }) => [...wanted.values()].filter((each) => each !== null))
    const [hole = null] = found.flatMap((access) => access.hole ?? [])
    return { filter, hole }
  }

  return [...components].flatMap(([serviceId, found]) => {
    const name = serviceName(services, serviceId) ?? `${serviceId}`
    const lines = together(found).map((group): MatrixLine => {
      const [label = ''] = group
      const below = own.get(subjectKey(serviceId, group.at(-1) ?? ''))
      // Rules about what is below a resource are about the resource itself too, unless it has its own.
      const said = group.map((component) => own.get(subjectKey(serviceId, component)) ?? below ?? noRules)
      const rules = group.reduce((sum, component) => sum + (own.get(subjectKey(serviceId, component))?.rules ?? 0), 0)
      return {
        key: subjectKey(serviceId, label),
        serviceId,
        components: group,
        name,
        first: label === '*',
        label: trimmed(label) === '' ? '' : label.replace(/^\/+|\/+$/g, ''),
        own: said.reduce((mask, each) => mask & each.mask, allVerbs),
        some: said.reduce((mask, each) => mask | each.mask, 0),
        rules,
        ...(rules === 0 ? { filter: null, hole: null } : rowsOf({ serviceId, component: label })),
      }
    })
    if (text === '' || name.toLowerCase().includes(text)) return lines
    const matching = lines.filter(({ label, first }) => !first && label.toLowerCase().includes(text))
    return matching.length === 0 ? [] : [...lines.filter(({ first }) => first), ...matching]
  })
}

/** A table by name; its records are below it, whether or not the service lists them. */
const table = /^_table\/[^/*]+$/

/** Groups components by line, in display order. `found`: their original spelling, by trimmed component. */
function together(found: ReadonlyMap<string, string>): string[][] {
  const groups: string[][] = []
  for (const [path, component] of found) {
    const above = path.endsWith('/*') ? path.slice(0, -2) : null
    if (above !== null && (found.has(above) || table.test(above))) {
      // The line is that of the resource, even if only what is below it has a rule.
      if (!found.has(above)) groups.push([component.replace(/\/\*\/*$/, ''), component])
      continue
    }
    const below = found.get(`${path}/*`)
    if (path !== '' && below !== undefined) groups.push([component, below])
    else if (table.test(path)) groups.push([component, `${component.replace(/\/+$/, '')}/*`])
    else groups.push([component])
  }
  return groups.sort(([left = ''], [right = '']) => {
    const a = trimmed(left)
    const b = trimmed(right)
    return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0)
  })
}

/** The whole service first, then its root, then its tables. */
function rank(path: string): number {
  if (path === '*') return 0
  if (path === '') return 1
  return path.startsWith('_table') ? 2 : 3
}

/** Returns the effectively allowed verbs on a component. */
export type Allowed = (serviceId: number | null, component: string) => number

/** Includes wider rules. A component that ends in `*` represents what is below it. */
export function allowedBy(rows: readonly AccessRow[], requestor: number): Allowed {
  const kept = rows.filter(({ removed }) => !removed)
  const deciding = decidingRules(kept, requestor, ({ component, ...row }) => ({ ...row, component: component ?? '' }))
  return (serviceId, component) => deciding(serviceId, component).reduce((mask, { verbMask }) => mask | verbMask, 0)
}

/** Returns the verbs that are allowed on every component of a line. */
export function allowedOn(allowed: Allowed, { serviceId, components }: MatrixSubject): number {
  return components.reduce((mask, component) => mask & allowed(serviceId, component), allVerbs)
}

/** Common sets of verbs. */
export const presets = [
  {
    id: 'none',
    label: t.none,
    mask: 0,
  },
  {
    id: 'read',
    label: t.read,
    mask: verbMask.GET,
  },
  {
    id: 'write',
    label: t.write,
    mask: verbMask.GET | verbMask.POST | verbMask.PUT | verbMask.PATCH,
  },
  {
    id: 'full',
    label: t.full,
    mask: allVerbs,
  },
] as const

export type Preset = (typeof presets)[number]

/** Returns the preset that matches the rules of a line; `null` for any other verbs. */
export function presetOf({ own, some, rules }: Pick<MatrixLine, 'own' | 'some' | 'rules'>): Preset['id'] | null {
  if (rules === 0) return 'none'
  return own !== some || own === 0 ? null : (presets.find(({ mask }) => mask === own)?.id ?? null)
}

/**
 * Returns the rules after setting the verbs of each component of a line: no verbs remove the rule, and a removed rule is restored
 * unchanged.
 */
export function withVerbs(
  rows: readonly AccessRow[],
  subject: MatrixSubject,
  requestor: number,
  mask: number,
): readonly AccessRow[] {
  return changed(rows, subject, requestor, (before) => (mask === before && mask !== 0 ? null : mask))
}

/** Returns the rules after allowing or revoking one verb on each component of a line; other verbs stay unchanged. */
export function withVerb(
  rows: readonly AccessRow[],
  subject: MatrixSubject,
  requestor: number,
  bit: number,
  isOn: boolean,
): readonly AccessRow[] {
  return changed(rows, subject, requestor, (before) => {
    const mask = isOn ? before | bit : before & ~bit
    return mask === before ? null : mask
  })
}

function changed(
  rows: readonly AccessRow[],
  { serviceId, components }: MatrixSubject,
  requestor: number,
  /** Returns the new verb mask; `null` leaves it unchanged. */
  next: (mask: number) => number | null,
): readonly AccessRow[] {
  const about = (key: string) => (row: AccessRow) =>
    row.requestorMask === requestor && subjectKey(row.serviceId, row.component ?? '') === key
  // A rule about what is below a resource includes the resource, so that one is enough.
  const [above = '', below] = components
  const needed = below === undefined || rows.some(about(subjectKey(serviceId, above))) ? components : [below]
  const keys = needed.map((component) => subjectKey(serviceId, component))
  // A new rule gets the row filters of those beside it, so that it allows no row that they exclude.
  const beside = rows.findLast((row) => !row.removed && row.filters.length > 0 && keys.some((key) => about(key)(row)))

  let now = rows
  for (const [index, key] of keys.entries()) {
    const same = now.filter(about(key))
    const kept = same.filter(({ removed }) => !removed)
    const before = kept.reduce((mask, row) => mask | row.verbMask, 0)
    const mask = next(before)
    const [first = same[0]] = kept
    if (mask === null) continue
    if (mask === 0) {
      now = withoutAccess(now, new Set(kept.map((row) => row.key)))
    } else if (first) {
      now = now.map((row) => {
        if (row.key === first.key) return { ...row, removed: false, verbMask: (mask & ~before) | (row.verbMask & mask) }
        return kept.includes(row) ? { ...row, verbMask: row.verbMask & mask } : row
      })
    } else {
      const conditions = beside && { filters: beside.filters, filterOp: beside.filterOp }
      const component = needed[index] ?? ''
      now = [...now, newAccess({ serviceId, component, requestorMask: requestor, verbMask: mask, ...conditions })]
    }
  }
  return now
}

/** Returns the rules after setting the row filter of a line, on all of its rules. */
export function withFilter(
  rows: readonly AccessRow[],
  { serviceId, components }: MatrixSubject,
  requestor: number,
  filter: RowFilter,
): readonly AccessRow[] {
  const keys = new Set(components.map((component) => subjectKey(serviceId, component)))
  const isOwn = (row: AccessRow) =>
    !row.removed && row.requestorMask === requestor && keys.has(subjectKey(row.serviceId, row.component ?? ''))
  return rows.map((row) => (isOwn(row) ? { ...row, ...filter } : row))
}
