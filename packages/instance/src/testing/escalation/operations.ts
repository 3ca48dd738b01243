import type { TestInstance } from '../open-test-instance.ts'
import {
  type DescribedOperation,
  dereferenced,
  describedOperations,
  isJson,
  type Json,
} from '../openapi/described-operations.ts'

/** An operation of a service, as its document describes it. */
export interface Operation {
  /** In upper case. */
  readonly verb: string
  /** Below `/api/v2`, with placeholders: `system/role/{id}`. */
  readonly path: string
  readonly parameters: DescribedOperation['parameters']
  /** Schema of a JSON body; `null` if there is none. References are those of `document`. */
  readonly body: Json | null
  readonly document: Json
}

/** The built-in services whose rights tabs and rules give. */
const services = ['system', 'user', 'db', 'files', 'logs', 'email', 'api_docs'] as const

/** Ends the session of the caller, or asks other servers. */
const left = /session|two_step|service_check|repository/

export async function readOperations({ send, root: as }: TestInstance): Promise<readonly Operation[]> {
  const documents = await Promise.all(
    services.map(async (service) => ({
      service,
      document: (await send<Json>('GET', `api_docs/${service}?refresh=true&openapi=3.1`, { as })).body,
    })),
  )
  return documents.flatMap(({ service, document }) =>
    describedOperations(document).flatMap((operation) => {
      const path = operation.name.slice(operation.verb.length + 1)
      if (left.test(path)) return []
      return [
        {
          verb: operation.verb.toUpperCase(),
          path: path === '/' ? service : `${service}${path}`,
          parameters: operation.parameters,
          body: bodySchema(document, operation.requestBody),
          document,
        },
      ]
    }),
  )
}

function bodySchema(document: Json, requestBody: Json | null): Json | null {
  const content = isJson(requestBody?.content) ? requestBody.content : {}
  const json = content['application/json']
  return isJson(json) && json.schema !== undefined ? dereferenced(document, json.schema) : null
}

/** The resources of `system` that have operations. */
export function systemResources(operations: readonly Operation[]): readonly string[] {
  const names = operations.flatMap(({ path }) => /^system\/(\w+)/.exec(path)?.[1] ?? [])
  return [...new Set(names)].toSorted()
}
