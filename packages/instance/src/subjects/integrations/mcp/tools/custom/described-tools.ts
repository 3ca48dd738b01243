import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { ask } from '../answers.ts'
import { type ArgFields, type ArgSchema, type Args, argsSchema, object } from '../args.ts'
import type { Effect, Tool, ToolSession } from '../tool.ts'
import type { ExposedService } from '../verb.ts'
import { askOther, toolAnswer } from './custom-calls.ts'

/** Maximum number of operations of a service that all become tools. */
const maxOperations = 200

/** The operations of a service with a description by users, such as scripts and remote APIs, that the caller may see. */
export async function describedTools({ name, prefix }: ExposedService, session: ToolSession): Promise<readonly Tool[]> {
  const operations = await describedOperations(name, session)
  return operations.map(({ verb, path, operation }) => toolOf(name, prefix, verb, path, operation))
}

export interface DescribedOperation {
  readonly verb: Verb
  readonly path: string
  readonly operation: Readonly<Record<string, unknown>>
}

/** The described operations of a service that the caller may see. */
export async function describedOperations(service: string, session: ToolSession): Promise<DescribedOperation[]> {
  const params = { openapi: '3.1' }
  const document = await ask(session, { verb: 'GET', service: 'api_docs', resource: service, params }).catch(() => null)
  const paths = isRecord(document) && isRecord(document.paths) ? document.paths : {}
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(isRecord(item) ? item : {}).flatMap(([verb, operation]) => {
        const known = verb.toUpperCase()
        return isVerb(known) && isRecord(operation) ? [{ verb: known, path, operation }] : []
      }),
    )
    .slice(0, maxOperations)
}

const effects: Readonly<Record<Verb, Effect>> = {
  GET: 'read',
  POST: 'run',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
}

function toolOf(
  service: string,
  prefix: string,
  verb: Verb,
  path: string,
  operation: Readonly<Record<string, unknown>>,
): Tool {
  const { operationId, summary, description, parameters, requestBody } = operation
  const id = typeof operationId === 'string' ? operationId : `${verb.toLowerCase()} ${path}`
  const listed = (Array.isArray(parameters) ? parameters : []).filter(isRecord).filter((each) => each.in !== 'header')
  const fields: ArgFields = Object.fromEntries([
    ...listed.map((each) => [String(each.name), fieldOf(each)] as const),
    ...(isRecord(requestBody) ? [['body', object()] as const] : []),
  ])
  const required = listed
    .filter((each) => each.required === true || each.in === 'path')
    .map((each) => String(each.name))
  const inPath = new Set(listed.filter((each) => each.in === 'path').map((each) => String(each.name)))
  return {
    name: toolName(prefix, id),
    title: String(summary ?? id).slice(0, 100),
    description: `[${service}] ${String(description ?? summary ?? id).slice(0, 300)}`,
    args: argsSchema(fields, required),
    result: { properties: { result: {} } },
    effect: effects[verb],
    reachesOut: true,
    run: (args, session) => call({ service, verb, path, inPath }, args, session),
  }
}

export function toolName(prefix: string, id: string): string {
  return `${prefix}_${id.replaceAll(/[^A-Za-z0-9_.-]+/g, '_')}`.slice(0, 128)
}

const kinds = ['string', 'integer', 'number', 'boolean'] as const

function fieldOf({ schema, description }: Readonly<Record<string, unknown>>): ArgSchema {
  const type = kinds.find((kind) => isRecord(schema) && schema.type === kind) ?? 'string'
  return { type, ...(typeof description === 'string' && { description: description.slice(0, 200) }) }
}

interface Target {
  readonly service: string
  readonly verb: Verb
  readonly path: string
  readonly inPath: ReadonlySet<string>
}

async function call({ service, verb, path, inPath }: Target, { body, ...args }: Args, session: ToolSession) {
  const resource = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? '')))
    .join('/')
  const query = Object.entries(args).filter(([name]) => !inPath.has(name))
  const params = Object.fromEntries(query.map(([name, value]) => [name, String(value)]))
  return toolAnswer(await askOther(session, { verb, service, resource, params, payload: body }), session)
}
