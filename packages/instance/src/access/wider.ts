import { type Requestor, verbMask, verbs } from '@millwright/contract/verbs'
import type { Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import { decide } from './decide.ts'
import { type RowFilter, rowFilter, rowFilters } from './row-filter.ts'
import { trimSlashes } from './tiers.ts'

/** Stands for all names that no rule mentions, because no component of a rule can contain this character. */
const other = '\u0001'
const requestors: readonly Requestor[] = ['API', 'SCRIPT']

/**
 * A request that a role would allow, if active, and the caller may not make, such as `GET db/_table/x`; `null` if the caller may
 * do everything that the role allows, on the same rows (docs/wire/access.md).
 */
export function requestBeyondRights(asked: Caller, given: CompiledRole): string | null {
  if (asked.sysadmin) return null
  const caller = withoutGrants(asked)
  const role = { ...given, isActive: true }
  const held = [caller, ...(caller.narrowedBy ?? []).map((author) => author.caller)].flatMap((each) => each.role ?? [])
  const rules = [role, ...held].flatMap((each) => each.rules)
  const services = new Set([...rules.flatMap(({ service }) => service ?? []), other])
  const rulesByService = Map.groupBy(rules, ({ service }) => service)
  const everywhere = componentsOf(rulesByService.get(null))
  for (const service of services) {
    for (const resource of new Set([...everywhere, ...componentsOf(rulesByService.get(service))])) {
      for (const requestor of requestors) {
        const found = verbBeyond(caller, role, { service, resource, requestor })
        if (found !== null) return `${found} of ${named(service, resource)}`
      }
    }
  }
  return null
}

/** The caller without rights that end, which no one can hand on. */
function withoutGrants(caller: Caller): Caller {
  const { role, narrowedBy } = caller
  return {
    ...caller,
    role: role === null ? null : { ...role, grants: { current: () => [] } },
    ...(narrowedBy === undefined
      ? {}
      : { narrowedBy: narrowedBy.map((by) => ({ ...by, caller: withoutGrants(by.caller) })) }),
  }
}

interface Place {
  readonly service: string
  readonly resource: string
  readonly requestor: Requestor
}

function verbBeyond(caller: Caller, role: CompiledRole, place: Place): string | null {
  const given = decide({ ...place, verb: 'GET', caller: { sysadmin: false, role } }, []).mask
  const own = decide({ ...place, verb: 'GET', caller }, []).mask
  const found = verbs.find((verb) => {
    if ((given & verbMask[verb]) === 0) return false
    return (own & verbMask[verb]) === 0 || !hasSameRowFilter(caller, role, { ...place, verb })
  })
  return found ?? null
}

/** Whether a role's row filters are the same that apply to the caller. */
function hasSameRowFilter(caller: Caller, role: CompiledRole, call: Parameters<typeof rowFilter>[1]): boolean {
  const given = rowFilter(role, call)
  const text = given === null ? null : textOf(given)
  return rowFilters(caller, call).every((held) => textOf(held) === text)
}

const textOf = ({ filters, op }: RowFilter) =>
  JSON.stringify([op, filters.map(({ name, operator, value }) => [name, operator, value])])

function componentsOf(rules: CompiledRole['rules'] = []): string[] {
  return ['', other, ...rules.flatMap(({ component }) => representatives(component))]
}

/** The components at which rules for this component begin and cease to match. */
function representatives(component: string): string[] {
  const star = component.indexOf('*')
  if (star < 0) return [component]
  const before = component.slice(0, star)
  return [trimSlashes(before), `${before}${other}`]
}

function named(service: string, resource: string): string {
  const what = service === other ? 'services that your roles do not mention' : `'${service}`
  if (service === other) return what
  return resource === '' ? `${what}'` : `${what}/${resource.replaceAll(other, '*')}'`
}
