import { ask, askList, cut, takeWithinBudget } from '../answers.ts'
import { object, textArg } from '../args.ts'
import type { ServiceVerb } from '../verb.ts'
import { pathTo } from './table-path.ts'

interface Routines {
  readonly at: '_proc' | '_func'
  readonly list: string
  readonly call: string
  readonly what: string
  readonly argument: string
}

const kinds: readonly Routines[] = [
  {
    at: '_proc',
    list: 'get_stored_procedures',
    call: 'call_stored_procedure',
    what: 'stored procedure',
    argument: 'procedure_name',
  },
  {
    at: '_func',
    list: 'get_stored_functions',
    call: 'call_stored_function',
    what: 'stored function',
    argument: 'function_name',
  },
]

export const listRoutines: readonly ServiceVerb[] = kinds.map(({ at, list, what }) => ({
  name: list,
  category: 'database',
  title: `List ${what}s`,
  description: `Names of the ${what}s.`,
  fields: {},
  required: [],
  result: { properties: { names: { type: 'array' } } },
  effect: 'read',
  needs: { verb: 'GET', at },
  async run(service, _args, session) {
    const names = await askList(session, { verb: 'GET', service, resource: at, params: { as_list: 'true' } })
    return { value: { names: takeWithinBudget(names, session.longest) } }
  },
}))

/** The effect of a routine is unknown, so calling one counts as writing. */
export const callRoutines: readonly ServiceVerb[] = kinds.map(({ at, call, what, argument }) => ({
  name: call,
  category: 'database',
  title: `Call a ${what}`,
  description: `Calls a ${what}.`,
  fields: { [argument]: textArg(), parameters: object('by name'), returns: textArg(), wrapper: textArg() },
  required: [argument],
  result: { properties: { result: {} } },
  effect: 'run',
  needs: { verb: 'POST', below: at },
  foretell: async (service, args) => `Call the ${what} '${String(args[argument])}' of '${service}'.`,
  async run(service, args, session) {
    const { parameters, returns, wrapper } = args
    const payload = { params: parameters ?? {}, returns, wrapper }
    const resource = pathTo(at, args[argument])
    const result = await ask(session, { verb: 'POST', service, resource, payload })
    return { value: { result: Array.isArray(result) ? takeWithinBudget(result, session.longest) : cut(result, 2_000) } }
  },
}))
