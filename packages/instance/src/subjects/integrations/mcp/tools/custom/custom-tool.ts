import type { SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import type { ServiceHost, ServiceRow } from '../../../../../gateway/service-kind.ts'
import { substituteInUrl, substituteLookups } from '../../../../../platform/lookup-substitution.ts'
import { resultOf } from '../../../scripts/script-result.ts'
import { cut } from '../answers.ts'
import { type ArgSchema, type Args, argsSchema } from '../args.ts'
import type { Effect, Tool, ToolAnswer, ToolSession } from '../tool.ts'
import { isOwn, ownCall, parsedText, toolAnswer } from './custom-calls.ts'
import type { CustomParameter, CustomTool } from './custom-settings.ts'

interface CustomParts {
  readonly row: ServiceRow
  readonly host: ServiceHost
  /** Sends requests to URLs outside the instance. */
  readonly ask: SendRequest
}

/** Converts a tool defined by an administrator to one for assistants. */
export function customTool(definition: CustomTool, parts: CustomParts): Tool {
  const isScript = definition.type === 'function'
  const properties = Object.fromEntries(definition.parameters.map((each) => [each.name, schemaOf(each)]))
  const required = definition.parameters.filter((each) => each.required || each.in === 'path').map(({ name }) => name)
  return {
    name: definition.name,
    title: definition.name.replaceAll('_', ' '),
    description: definition.description || (isScript ? 'A script of this instance.' : 'A call of this instance.'),
    args: argsSchema(properties, required),
    result: { properties: { result: {} } },
    effect: isScript ? 'run' : effectOf(definition.method),
    reachesOut: !isScript && !isOwn(definition.url, ''),
    run: (args, session) =>
      isScript ? runScript(definition, args, session, parts) : callAddress(definition, args, session, parts),
  }
}

function schemaOf({ type, description }: CustomParameter): ArgSchema {
  return { type, ...(description === '' ? {} : { description }) }
}

function effectOf(method: string): Effect {
  if (method === 'GET') return 'read'
  if (method === 'DELETE') return 'delete'
  return method === 'POST' ? 'run' : 'change'
}

const nothing = { string: '', number: 0, integer: 0, boolean: false } as const

async function runScript(
  { name, parameters, place }: CustomTool,
  args: Args,
  session: ToolSession,
  { row, host }: CustomParts,
) {
  const argumentValues = Object.fromEntries(
    parameters.map((each) => [each.name, args[each.name] ?? nothing[each.type]]),
  )
  // Stays on the first line of the script, so that its line numbers are unchanged.
  const variables =
    parameters.length === 0 ? '' : `const { ${Object.keys(argumentValues).join(', ')} } = event.arguments; `
  const content = place.content === null ? null : `${variables}${place.content}`
  const script = { name, language: 'nodejs', place: { ...place, content }, config: null, author: row.author } as const
  const by = session.requestFor({ verb: 'POST', service: row.name, resource: name })
  const done = await host.scripts.run(script, { arguments: argumentValues }, by, session.signal)
  if (done === null) throw new Problem(503, `The source of the script '${name}' cannot be read.`)
  return toolAnswer(resultOf(done), session)
}

async function callAddress(
  definition: CustomTool,
  args: Args,
  session: ToolSession,
  { row, host, ask }: CustomParts,
): Promise<ToolAnswer> {
  const { lookups, authorities } = host.parts
  const author = await authorities(row.author)
  const isTrusted = author === null
  const { origin } = session.requestFor({ verb: 'GET', service: '', resource: '' })
  const values = await (isTrusted ? lookups.of(session.caller, origin, 'trusted') : lookups.of(author.caller, origin))
  const written = (text: string) => substituteLookups(text, values, { withPrivate: isTrusted })
  const address = substituteInUrl(withPaths(definition, args), values, { withPrivate: isTrusted })
  const query = placed(definition, args, 'query')
  const body = placed(definition, args, 'body')
  const fixed = Object.entries(definition.headers).map(([name, value]) => [name.toLowerCase(), written(value)] as const)
  const headers = { ...Object.fromEntries(fixed), ...lowerCase(placed(definition, args, 'header')) }
  const payload = definition.method === 'GET' || Object.keys(body).length === 0 ? undefined : body
  if (isOwn(address, origin))
    return await ownCall({ method: definition.method, address, origin, query, payload, author }, session)

  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value))
  const sent = payload === undefined ? {} : { body: JSON.stringify(payload) }
  const type: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' }
  const { status, body: bytes } = await ask(
    { verb: definition.method, address: url, headers: { accept: 'application/json', ...type, ...headers }, ...sent },
    session.signal,
  )
  const text = bytes.toString('utf8')
  if (status >= 300) throw new Problem(502, `${url.host} answered with ${status}: ${String(cut(text, 500))}`)
  return toolAnswer(parsedText(text), session)
}

/** Values are encoded, including braces, so they cannot contain lookup keys. */
function withPaths({ url, parameters }: CustomTool, args: Args): string {
  const paths = parameters.filter((each) => each.in === 'path')
  return paths.reduce((text, { name }) => {
    const value = String(args[name] ?? '')
    if (value === '' || value === '.' || value === '..') throw new Problem(400, `'${value}' cannot be part of a URL.`)
    return text.replaceAll(`{${name}}`, encodeURIComponent(value))
  }, url)
}

function placed({ parameters }: CustomTool, args: Args, place: CustomParameter['in']): Record<string, unknown> {
  const here = parameters.filter((each) => each.in === place && args[each.name] !== undefined)
  return Object.fromEntries(here.map(({ name }) => [name, args[name]]))
}

function lowerCase(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value).replaceAll(/[\r\n]+/g, ' ')]),
  )
}
