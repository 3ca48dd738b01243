/** What a rule of a role is about, stored or in a form. */
interface RuleSubject {
  /** Null: all services. */
  readonly serviceId: number | null
  readonly component: string
  /** To which callers it speaks. */
  readonly requestorMask: number
}

/** The rules that decide about calls of a component of a service, whatever they allow; none: no rule matches. */
export type DecidingRules<Rule> = (serviceId: number | null, component: string) => readonly Rule[]

/** Rules of a service by component, and of wildcards by what is before the `*`. */
interface ServiceRules<Rule> {
  readonly exact: Map<string, Rule[]>
  readonly wide: Map<string, Rule[]>
}

/**
 * An exact rule stands alone, else the wildcards over the component join, else the rules for all services speak (docs/wire/access.md). A component that
 * ends in `*` stands for what lies below it. A role that is inactive allows nothing, whatever its rules say; that is for the caller to know.
 */
export function decidingRules<Rule>(
  rules: readonly Rule[],
  requestor: number,
  subjectOf: (rule: Rule) => RuleSubject,
): DecidingRules<Rule> {
  const byService = new Map<number | null, ServiceRules<Rule>>()
  for (const rule of rules) {
    const { serviceId, component, requestorMask } = subjectOf(rule)
    if ((requestorMask & requestor) !== requestor) continue
    const path = trimmed(component)
    const found = byService.get(serviceId) ?? { exact: new Map(), wide: new Map() }
    byService.set(serviceId, found)
    const isWide = path.indexOf('*') === path.length - 1 && path !== ''
    const [into, key] = isWide ? [found.wide, path.slice(0, -1)] : [found.exact, path]
    into.set(key, [...(into.get(key) ?? []), rule])
  }

  return (serviceId, component) => {
    const path = trimmed(component)
    const own = serviceId === null ? undefined : byService.get(serviceId)
    const deciding = own && (exactRules(own, path) ?? wideRules(own, path))
    if (deciding !== undefined) return deciding
    const all = byService.get(null)
    return [...(all?.wide.get('') ?? []), ...(path === '' ? (all?.exact.get('') ?? []) : [])]
  }
}

function exactRules<Rule>({ exact }: ServiceRules<Rule>, path: string): readonly Rule[] | undefined {
  return path.endsWith('*') ? undefined : exact.get(path)
}

/** Undefined: no wildcard covers the path. `name/*` covers `name` too, and `*` alone the root. */
function wideRules<Rule>({ wide }: ServiceRules<Rule>, path: string): readonly Rule[] | undefined {
  if (path === '') return wide.get('')
  const whole = path.endsWith('*') ? path.slice(0, -1) : `${path}/`
  const found: Rule[] = []
  for (let length = 0; length <= whole.length; length++) found.push(...(wide.get(whole.slice(0, length)) ?? []))
  return found.length === 0 ? undefined : found
}

/** A component as the instance compares it: in lower case, without outer slashes. */
export function trimmed(component: string): string {
  return component.toLowerCase().replace(/^\/+|\/+$/g, '')
}
