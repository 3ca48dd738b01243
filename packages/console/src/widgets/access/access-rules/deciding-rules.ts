/** What a role's rule applies to, stored or in a form. */
interface RuleSubject {
  /** `null` for all services. */
  readonly serviceId: number | null
  readonly component: string
  /** The requestors that it applies to. */
  readonly requestorMask: number
}

/** The rules that decide requests to a component of a service, whatever they allow; empty if none matches. */
export type DecidingRules<Rule> = (serviceId: number | null, component: string) => readonly Rule[]

interface Placed<Rule> {
  readonly rule: Rule
  readonly at: number
}

/** Rules of a service by component, and wildcard rules by the path before the `*`. */
interface ServiceRules<Rule> {
  readonly exact: Map<string, Placed<Rule>[]>
  readonly wide: Map<string, Placed<Rule>[]>
}

/**
 * An exact rule takes precedence, then all matching wildcards together, then the rules for all services (docs/wire/access.md). A component
 * that ends in `*` represents everything below it. The rules are returned in their order. Callers must handle inactive roles, which allow
 * nothing.
 */
export function decidingRules<Rule>(
  rules: readonly Rule[],
  requestor: number,
  subjectOf: (rule: Rule) => RuleSubject,
): DecidingRules<Rule> {
  const byService = new Map<number | null, ServiceRules<Rule>>()
  for (const [at, rule] of rules.entries()) {
    const { serviceId, component, requestorMask } = subjectOf(rule)
    if ((requestorMask & requestor) !== requestor) continue
    const path = trimmed(component)
    const found = byService.get(serviceId) ?? { exact: new Map(), wide: new Map() }
    byService.set(serviceId, found)
    const isWide = path.indexOf('*') === path.length - 1 && path !== ''
    const [into, key] = isWide ? [found.wide, path.slice(0, -1)] : [found.exact, path]
    into.set(key, [...(into.get(key) ?? []), { rule, at }])
  }

  return (serviceId, component) => {
    const path = trimmed(component)
    const own = serviceId === null ? undefined : byService.get(serviceId)
    const deciding = own && (exactRules(own, path) ?? wideRules(own, path))
    if (deciding !== undefined) return inOrder(deciding)
    const all = byService.get(null)
    return inOrder([...(all?.wide.get('') ?? []), ...(path === '' ? (all?.exact.get('') ?? []) : [])])
  }
}

function inOrder<Rule>(placed: readonly Placed<Rule>[]): readonly Rule[] {
  return placed.toSorted((left, right) => left.at - right.at).map(({ rule }) => rule)
}

function exactRules<Rule>({ exact }: ServiceRules<Rule>, path: string): readonly Placed<Rule>[] | undefined {
  return path.endsWith('*') ? undefined : exact.get(path)
}

/** `undefined` if no wildcard matches. `name/*` matches `name` too, and only `*` matches the root. */
function wideRules<Rule>({ wide }: ServiceRules<Rule>, path: string): readonly Placed<Rule>[] | undefined {
  if (path === '') return wide.get('')
  const whole = path.endsWith('*') ? path.slice(0, -1) : `${path}/`
  const found: Placed<Rule>[] = []
  for (let length = 0; length <= whole.length; length++) found.push(...(wide.get(whole.slice(0, length)) ?? []))
  return found.length === 0 ? undefined : found
}

/** Normalizes a component as the instance compares it: lower case, without outer slashes. */
export function trimmed(component: string): string {
  return component.toLowerCase().replace(/^\/+|\/+$/g, '')
}
