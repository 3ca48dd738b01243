import { isRecord } from '@millwright/contract/wire/is-record'
import { ask } from './answers.ts'
import { text, truth, whole } from './arg-schema.ts'
import { takeWithinBudget } from './rows.ts'
import type { ServiceVerb } from './verb.ts'

/** Describes the operations of a service in one line each, or one operation in full. */
export const getApiSpec: ServiceVerb = {
  name: 'get_api_spec',
  category: 'database',
  title: 'Describe the API',
  description: 'The operations of the API, for programs that are to be written; one of them whole by resource_name.',
  fields: {
    resource_name: text('such as /_table/{table_name}'),
    compact: truth('default true: one line each'),
    tables: truth('paths of each table'),
    refresh: truth(),
    offset: whole(undefined, { minimum: 0 }),
  },
  required: [],
  result: { properties: { operations: { type: 'array' }, next_offset: { type: 'integer' } } },
  effect: 'read',
  needs: { verb: 'GET', below: '' },
  async run(service, { resource_name, compact, tables, refresh, offset }, session) {
    const params = {
      ...{ openapi: '3.1', expand_schema: String(tables === true) },
      ...(refresh === true && { refresh: 'true' }),
    }
    const document = await ask(session, { verb: 'GET', service: 'api_docs', resource: service, params })
    const paths = isRecord(document) && isRecord(document.paths) ? document.paths : {}
    const named = String(resource_name ?? '')
    const whole = Object.entries(paths).filter(([path]) => named !== '' && (path === named || path === `/${named}`))
    if (whole.length > 0)
      return {
        value: {
          operations: takeWithinBudget(
            whole.map(([path, item]) => ({ path, item })),
            session.longest,
          ),
        },
      }
    const all = Object.entries(paths).flatMap(([path, item]): unknown[] =>
      compact === false ? [{ path, item }] : linesOf(path, item),
    )
    const from = Number(offset ?? 0)
    const operations = takeWithinBudget(all.slice(from), session.longest)
    const next = from + operations.length
    return { value: { operations, total: all.length, ...(next < all.length && { next_offset: next }) } }
  },
}

function linesOf(path: string, item: unknown): string[] {
  return Object.entries(isRecord(item) ? item : {}).flatMap(([verb, operation]) =>
    isRecord(operation) && operation.operationId !== undefined
      ? [`${verb.toUpperCase()} ${path}: ${String(operation.summary ?? '')}`]
      : [],
  )
}
