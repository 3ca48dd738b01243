import { Problem } from '@millwright/contract/problem'
import { verbMask, type Verb as WireVerb } from '@millwright/contract/verbs'
import type { Caller } from '../../../request/caller.ts'
import { type ArgFields, argsSchema, text } from './arg-schema.ts'
import type { Args } from './read-args.ts'
import type { Effect, Tool, ToolAnswer, ToolSession } from './tool.ts'

export type Category = 'database' | 'file'

/** A service that an MCP service shows. */
export interface Exposed {
  readonly name: string
  readonly label: string
  /** What the names of its own tools begin with. */
  readonly prefix: string
  readonly category: Category | 'other'
  /** Its kind. */
  readonly type: string
}

/** What can be done with every service of a category: one tool for all of them, or one for each. */
export interface ServiceVerb {
  readonly name: string
  readonly category: Category
  readonly title: string
  readonly description: string
  readonly fields: ArgFields
  readonly required: string[]
  readonly result?: Readonly<Record<string, unknown>>
  readonly effect: Effect
  /** What the caller has to be allowed somewhere in a service: a verb, below a component that begins so. */
  readonly needs: { readonly verb: WireVerb; readonly below: string }
  foretell?(service: string, args: Args, session: ToolSession): Promise<string>
  run(service: string, args: Args, session: ToolSession): Promise<ToolAnswer>
}

/** Whether a caller may do something in some part of a service. What they may in which part is decided call by call. */
export function mayDo({ sysadmin, role }: Caller, service: string, { verb, below }: ServiceVerb['needs']): boolean {
  if (sysadmin) return true
  if (role === null || !role.isActive) return false
  return role.rules.some(({ service: named, component, verbMask: mask }) => {
    if ((mask & verbMask[verb]) === 0) return false
    if (named === null) return component === '*'
    return named === service.toLowerCase() && (component === '*' || component.startsWith(below))
  })
}

interface Offer {
  readonly verbs: readonly ServiceVerb[]
  readonly services: readonly Exposed[]
  readonly style: 'merged' | 'prefixed'
  readonly caller: Caller
  /** Whether a tool was not switched off, by the name that it has of its own in a service. */
  readonly isEnabled: (name: string) => boolean
}

/** The tools for verbs of services, as far as the caller may use them. */
export function verbTools({ verbs, services, style, caller, isEnabled }: Offer): Tool[] {
  return verbs.flatMap((verb) => {
    const allowed = services.filter(
      ({ name, prefix, category }) =>
        category === verb.category && isEnabled(`${prefix}_${verb.name}`) && mayDo(caller, name, verb.needs),
    )
    if (style === 'prefixed')
      return allowed.map((service) => toolFor(verb, [service], `${service.prefix}_${verb.name}`))
    return allowed.length === 0 || !isEnabled(verb.name) ? [] : [toolFor(verb, allowed, verb.name)]
  })
}

function toolFor(verb: ServiceVerb, services: readonly Exposed[], name: string): Tool {
  const { title, fields, required, result, effect, foretell } = verb
  const [only, another] = services
  const isAlone = only !== undefined && another === undefined
  const service = text(undefined, { enum: services.map(({ name }) => name) })
  const args = isAlone ? argsSchema(fields, required) : argsSchema({ service, ...fields }, ['service', ...required])
  const serviceIn = (given: Args) => (isAlone ? only.name : nameIn(services, given.service))
  return {
    name,
    title,
    description: isAlone ? `[${only.name}] ${verb.description}` : verb.description,
    args,
    ...(result && { result }),
    effect,
    ...(foretell && { foretell: (given: Args, session: ToolSession) => foretell(serviceIn(given), given, session) }),
    run: (given, session) => verb.run(serviceIn(given), given, session),
  }
}

function nameIn(services: readonly Exposed[], given: unknown): string {
  const found = services.find(({ name }) => name === given)
  if (found === undefined) throw new Problem(400, `There is no service '${String(given)}' here.`)
  return found.name
}
