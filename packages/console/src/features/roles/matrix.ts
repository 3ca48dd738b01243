import { type AccessRow, newAccess, withoutAccess } from './access-rows.ts'
import { type RoleServices, serviceName } from './role-services.ts'

/** What one line of the matrix is about. */
export interface MatrixSubject {
  /** Null: all services. */
  readonly serviceId: number | null
  readonly component: string
}

export interface MatrixLine extends MatrixSubject {
  readonly key: string
  readonly name: string
  /** The first line of its service, which is about the whole of it. */
  readonly first: boolean
  /** Verbs that the line's own rules allow, and whether there are any. */
  readonly own: number
  readonly ruled: boolean
}

interface MatrixParts {
  readonly rows: readonly AccessRow[]
  readonly services: RoleServices
  /** Rules for just these callers are shown and edited. */
  readonly requestor: number
  /** Services whose components are shown, and what these are. */
  readonly open: ReadonlyMap<number, readonly string[]>
  /** In lower case. */
  readonly text: string
}

const subjectKey = (serviceId: number | null, component: string) => `${serviceId ?? 'all'} ${component.toLowerCase()}`

/**
 * A line for each service, under it one for each component that has a rule or was asked for. A search leaves services whose
 * name has the text in it, and of others the components that have.
 */
export function matrixLines({ rows, services, requestor, open, text }: MatrixParts): MatrixLine[] {
  const mine = rows.filter((row) => !row.removed && row.requestorMask === requestor)
  const own = new Map<string, number>()
  const components = new Map<number | null, Set<string>>([[null, new Set(['*'])]])
  for (const { id } of services.sorted) components.set(id, new Set(['*']))
  for (const { serviceId, component, verbMask } of mine) {
    const key = subjectKey(serviceId, component ?? '')
    own.set(key, (own.get(key) ?? 0) | verbMask)
    components.set(serviceId, (components.get(serviceId) ?? new Set(['*'])).add(component ?? ''))
  }
  for (const [id, known] of open) for (const component of known) components.get(id)?.add(component)

  return [...components].flatMap(([serviceId, found]) => {
    const name = serviceName(services, serviceId) ?? `${serviceId}`
    const lines = [...found].sort(wholeFirst).map((component): MatrixLine => {
      const key = subjectKey(serviceId, component)
      return {
        key,
        serviceId,
        component,
        name,
        first: component === '*',
        own: own.get(key) ?? 0,
        ruled: own.has(key),
      }
    })
    if (text === '' || name.toLowerCase().includes(text)) return lines
    const said = lines.filter(({ component, first }) => !first && component.toLowerCase().includes(text))
    return said.length === 0 ? [] : [...lines.filter(({ first }) => first), ...said]
  })
}

function wholeFirst(left: string, right: string): number {
  if (left === '*' || right === '*') return left === right ? 0 : left === '*' ? -1 : 1
  return left < right ? -1 : left > right ? 1 : 0
}

interface Rule {
  readonly path: string
  readonly mask: number
}

/**
 * The verbs that are allowed in a line in the end, by wider rules too: an exact rule stands alone, else the wildcards over it join, else the rules for all
 * services speak (docs/wire/access.md). A line that ends in `*` stands for what lies below it.
 */
export function allowedBy(rows: readonly AccessRow[], requestor: number): (subject: MatrixSubject) => number {
  const byService = new Map<number | null, Rule[]>()
  for (const row of rows) {
    if (row.removed || (row.requestorMask & requestor) !== requestor) continue
    const rule = { path: trimmed(row.component ?? ''), mask: row.verbMask }
    const rules = byService.get(row.serviceId)
    if (rules) rules.push(rule)
    else byService.set(row.serviceId, [rule])
  }
  const join = (rules: readonly Rule[]) => rules.reduce((mask, rule) => mask | rule.mask, 0)

  return ({ serviceId, component }) => {
    const path = trimmed(component)
    const below = path.endsWith('*')
    const rules = byService.get(serviceId) ?? []
    if (serviceId !== null) {
      const exact = below ? [] : rules.filter((rule) => rule.path === path)
      if (exact.length > 0) return join(exact)
      const wider = rules.filter((rule) => covers(rule.path, path))
      if (wider.length > 0) return join(wider)
    }
    return join((byService.get(null) ?? []).filter((rule) => rule.path === '*' || (rule.path === '' && path === '')))
  }
}

function covers(wildcard: string, path: string): boolean {
  if (!wildcard.endsWith('*')) return false
  if (path === '') return wildcard === '*'
  const start = wildcard.slice(0, -1)
  return path.endsWith('*') ? path.slice(0, -1).startsWith(start) : `${path}/`.startsWith(start)
}

function trimmed(component: string): string {
  return component.toLowerCase().replace(/^\/+|\/+$/g, '')
}

/** The rules after a line was given these verbs: none leaves no rule, and a rule that was removed comes back as it was. */
export function withVerbs(
  rows: readonly AccessRow[],
  { serviceId, component }: MatrixSubject,
  requestor: number,
  mask: number,
): AccessRow[] {
  const key = subjectKey(serviceId, component)
  const same = rows.filter(
    (row) => row.requestorMask === requestor && subjectKey(row.serviceId, row.component ?? '') === key,
  )
  const kept = same.filter(({ removed }) => !removed)
  if (mask === 0) return withoutAccess(rows, new Set(kept.map((row) => row.key)))
  const [first = same[0]] = kept
  if (!first) return [...rows, newAccess({ serviceId, component, requestorMask: requestor, verbMask: mask })]
  return rows.map((row) => {
    if (row.key === first.key) return { ...row, removed: false, verbMask: mask }
    return kept.includes(row) ? { ...row, verbMask: row.verbMask & mask } : row
  })
}
