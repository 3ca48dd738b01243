import { Problem } from '@millwright/contract/problem'
import { requestorMask, verbMask, type Verb as WireVerb } from '@millwright/contract/verbs'
import { componentOf, matchRules } from '../../../../access/rule-match.ts'
import type { Caller } from '../../../../request/caller.ts'
import { everyRule } from '../../../../request/compiled-role.ts'
import { type ArgFields, type Args, argsSchema, textArg } from './args.ts'
import type { Effect, Tool, ToolAnswer, ToolSession } from './tool.ts'

export type Category = 'database' | 'file'

/** A service exposed by an MCP service. */
export interface ExposedService {
  readonly name: string
  readonly label: string
  /** Prefix of its tool names. */
  readonly prefix: string
  readonly category: Category | 'other'
  /** The service type. */
  readonly type: string
}

/** Permission that a caller needs: a verb on a component, or on any of those with a prefix. */
type Needed = { readonly verb: WireVerb } & ({ readonly at: string } | { readonly below: string })

/** An operation on every service of a category, offered as one tool for all services or one for each. */
export interface ServiceVerb {
  readonly name: string
  readonly category: Category
  readonly title: string
  readonly description: string
  readonly fields: ArgFields
  readonly required: string[]
  readonly result?: Readonly<Record<string, unknown>>
  readonly effect: Effect
  readonly needs: Needed
  /** Whether it is listed only as one tool per service, as `isUnlisted` otherwise. Defaults to no. */
  readonly isUnlistedIfMerged?: boolean
  foretell?(service: string, args: Args, session: ToolSession): Promise<string>
  run(service: string, args: Args, session: ToolSession): Promise<ToolAnswer>
}

/** Whether a caller may do something in some part of a service. Access to each part is decided per call. */
export function mayDo({ sysadmin, role }: Caller, service: string, { verb, ...part }: Needed): boolean {
  if (sysadmin) return true
  if (role === null || !role.isActive) return false
  const wanted = verbMask[verb]
  const name = service.toLowerCase()
  if ('at' in part) return (matchRules(role, name, componentOf(part.at), 'API').mask & wanted) !== 0
  return everyRule(role).some(({ service: named, component, verbMask: mask, requestorMask: from }) => {
    if ((mask & wanted) === 0 || (from & requestorMask.API) === 0) return false
    if (named === null) return component === '*'
    return named === name && (component === '*' || component.startsWith(part.below))
  })
}

interface Offer {
  readonly verbs: readonly ServiceVerb[]
  readonly services: readonly ExposedService[]
  readonly style: 'merged' | 'prefixed'
  readonly caller: Caller
  /** Whether a tool is not disabled, by its prefixed name in a service. */
  readonly isEnabled: (name: string) => boolean
}

/** The tools for operations on services that the caller may use. */
export function verbTools({ verbs, services, style, caller, isEnabled }: Offer): Tool[] {
  return verbs.flatMap((verb) => {
    const allowed = services.filter(
      ({ name, prefix, category }) =>
        category === verb.category && isEnabled(`${prefix}_${verb.name}`) && mayDo(caller, name, verb.needs),
    )
    if (style === 'prefixed')
      return allowed.map((service) => toolFor(verb, [service], `${service.prefix}_${verb.name}`))
    if (allowed.length === 0 || !isEnabled(verb.name)) return []
    return [{ ...toolFor(verb, allowed, verb.name), isUnlisted: verb.isUnlistedIfMerged === true }]
  })
}

function toolFor(verb: ServiceVerb, services: readonly ExposedService[], name: string): Tool {
  const { title, fields, required, result, effect, foretell } = verb
  const [only, another] = services
  const isAlone = only !== undefined && another === undefined
  const service = textArg(undefined, { enum: services.map(({ name }) => name) })
  const args = isAlone ? argsSchema(fields, required) : argsSchema({ service, ...fields }, ['service', ...required])
  const serviceIn = (input: Args) => (isAlone ? only.name : nameIn(services, input.service))
  return {
    name,
    title,
    description: isAlone ? `[${only.name}] ${verb.description}` : verb.description,
    args,
    ...(result && { result }),
    effect,
    ...(foretell && {
      describeEffect: (input: Args, session: ToolSession) => foretell(serviceIn(input), input, session),
    }),
    run: (input, session) => verb.run(serviceIn(input), input, session),
  }
}

function nameIn(services: readonly ExposedService[], serviceName: unknown): string {
  const found = services.find(({ name }) => name === serviceName)
  if (found === undefined) throw new Problem(400, `There is no service '${String(serviceName)}' here.`)
  return found.name
}
