import { pascal } from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type ArgFields, type ArgSchema, type Args, argsSchema } from '../args.ts'
import type { Effect, Tool, ToolCall, ToolSession } from '../tool.ts'
import type { ExposedService } from '../verb.ts'
import { askOther, toolAnswer } from './custom-calls.ts'
import { type DescribedOperation, describedOperations, toolName } from './described-tools.ts'

/** The endpoints of a custom API that the caller may call (docs/wire/mcp.md), with the arguments that their schemas describe. */
export async function endpointTools({ name, prefix }: ExposedService, session: ToolSession): Promise<readonly Tool[]> {
  const operations = await describedOperations(name, session)
  return operations.map((each) => toolOf(name, prefix, each))
}

/** Where a value is sent; `body`: as a member of it. */
const places = ['path', 'query', 'header', 'body'] as const
interface Argument {
  readonly name: string
  readonly place: (typeof places)[number]
  readonly schema: ArgSchema
  readonly required: boolean
}

function toolOf(service: string, prefix: string, described: DescribedOperation): Tool {
  const { verb, path, operation } = described
  const { operationId, summary, description, deprecated, 'x-effect': effect, 'x-sunset': end } = operation
  const named = String(operationId ?? path)
  // The service is the prefix already.
  const id = named.replace(`${verb.toLowerCase()}${pascal(service)}`, verb.toLowerCase())
  const args = argumentsOf(operation)
  const fields: ArgFields = Object.fromEntries(args.map(({ name, schema }) => [name, schema]))
  const ends = deprecated === true ? ` It ends on ${String(end)}.` : ''
  return {
    name: toolName(prefix, id),
    title: String(summary ?? id).slice(0, 100),
    description: `[${service}] ${String(description ?? summary ?? id).slice(0, 300)}${ends}`,
    args: argsSchema(
      fields,
      args.filter(({ required }) => required).map(({ name }) => name),
    ),
    result: { properties: { result: {} } },
    effect: effects.find((each) => each === effect) ?? byVerb[verb],
    run: async (input, session) =>
      toolAnswer(await askOther(session, callOf(service, described, args, input)), session),
  }
}

const effects: readonly Effect[] = ['read', 'add', 'change', 'run', 'delete']
/** Of descriptions that someone wrote instead. */
const byVerb: Readonly<Record<Verb, Effect>> = { GET: 'read', POST: 'run', PUT: 'run', PATCH: 'run', DELETE: 'delete' }

/** The first of those with the same name, and the body as a whole, if it is no object of members with other names. */
function argumentsOf({ parameters, requestBody }: DescribedOperation['operation']): readonly Argument[] {
  const listed = (Array.isArray(parameters) ? parameters : []).filter(isRecord).flatMap((each): Argument[] => {
    const place = places.find((known) => known === each.in)
    if (place === undefined) return []
    const required = each.required === true
    return [{ name: String(each.name), place, schema: argOf(each.schema, each.description), required }]
  })
  const known = [...new Map(listed.toReversed().map((each) => [each.name, each])).values()].toReversed()
  const body = schemaOf(requestBody)
  if (body === null) return known
  const members = isRecord(body.properties) ? Object.entries(body.properties) : []
  const isPlain = members.length > 0 && members.every(([name]) => !known.some((each) => each.name === name))
  if (!isPlain) return [...known, { name: 'body', place: 'body', schema: argOf(body), required: true }]
  const needed = Array.isArray(body.required) ? body.required : []
  return [
    ...known,
    ...members.map(
      ([name, schema]): Argument => ({ name, place: 'body', schema: argOf(schema), required: needed.includes(name) }),
    ),
  ]
}

function schemaOf(requestBody: unknown): Readonly<Record<string, unknown>> | null {
  const content =
    isRecord(requestBody) && isRecord(requestBody.content) ? requestBody.content['application/json'] : null
  return isRecord(content) && isRecord(content.schema) ? content.schema : null
}

const kinds = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const

/** As far as arguments are checked here; the endpoint checks the rest. */
function argOf(schema: unknown, description?: unknown): ArgSchema {
  const own = isRecord(schema) ? schema : {}
  const types: readonly unknown[] = [own.type].flat()
  const type = kinds.find((kind) => types.includes(kind)) ?? (isRecord(own.properties) ? 'object' : 'string')
  const explanation = own.description ?? description
  const choices = Array.isArray(own.enum) && own.enum.every((each) => typeof each === 'string') ? own.enum : undefined
  const { properties, required } = own
  return {
    type,
    ...(typeof explanation === 'string' && { description: explanation.slice(0, 200) }),
    ...(choices && { enum: choices }),
    ...(typeof own.minimum === 'number' && { minimum: own.minimum }),
    ...(typeof own.maximum === 'number' && { maximum: own.maximum }),
    ...(isRecord(own.items) && { items: argOf(own.items) }),
    ...(isRecord(properties) &&
      Object.keys(properties).length > 0 && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, argOf(each)])),
        ...(Array.isArray(required) && { required: required.map(String) }),
      }),
  }
}

function callOf(service: string, { verb, path }: DescribedOperation, args: readonly Argument[], input: Args): ToolCall {
  const sentIn = (place: Argument['place']) =>
    args.filter((each) => each.place === place && input[each.name] !== undefined).map(({ name }) => name)
  const texts = (place: Argument['place']) => sentIn(place).map((name) => [name, textOf(input[name])] as const)
  const resource = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (segment.startsWith('{') ? segmentOf(segment.slice(1, -1), input) : segment))
    .join('/')
  const members = sentIn('body')
  const isWhole = args.some(({ name, place }) => place === 'body' && name === 'body') && members.length === 1
  const payload = isWhole ? input.body : Object.fromEntries(members.map((name) => [name, input[name]]))
  return {
    verb,
    service,
    resource,
    params: Object.fromEntries(texts('query')),
    headers: Object.fromEntries(texts('header').map(([name, value]) => [name.toLowerCase(), value])),
    ...(args.some(({ place }) => place === 'body') ? { payload } : {}),
  }
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value)
}

/** With a slash, it would be another endpoint. */
function segmentOf(name: string, input: Args): string {
  const value = textOf(input[name])
  if (value === '' || value === '.' || value === '..' || value.includes('/'))
    throw new Problem(400, `'${name}' must be a text without slashes, and not empty.`)
  return value
}
