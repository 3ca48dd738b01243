import type { ApiDescription, Schema } from '@millwright/connector/openapi/openapi'
import { operation, pascal, pathParameter, queryParameter } from '@millwright/connector/openapi/operation'

const value: Schema = { description: 'Any value.' }
const byKey: Schema = { type: 'object', additionalProperties: value }
const flag: Schema = { type: 'boolean' }
const lifetime = [
  queryParameter('ttl', 'Lifetime in minutes; 0: unlimited.', { type: 'integer', minimum: 0 }),
  queryParameter('forever', 'No expiry.', flag),
]

/** Describes values by key, which are common to all cache services (docs/wire/caches.md). */
export function describeCache(service: string): ApiDescription {
  const named = pascal(service)
  const stored = { parameters: lifetime, body: value, answer: byKey }
  return {
    paths: {
      '/': {
        post: operation(`create${named}Values`, 'Store values by their keys', {
          parameters: lifetime,
          body: byKey,
          status: 201,
        }),
        put: operation(`replace${named}Values`, 'Store values by their keys', { parameters: lifetime, body: byKey }),
        patch: operation(`update${named}Values`, 'Store values by their keys', { parameters: lifetime, body: byKey }),
      },
      '/{key_name}': {
        parameters: [pathParameter('key_name', 'Key of a value.')],
        get: operation(`get${named}Value`, 'Read a value', {
          parameters: [
            queryParameter('default', 'Returned when there is no value.'),
            queryParameter('clear', 'Deletes the value.', flag),
          ],
          answer: value,
        }),
        post: operation(`create${named}Value`, 'Store a value that is not there yet', { ...stored, status: 201 }),
        put: operation(`replace${named}Value`, 'Store a value', stored),
        patch: operation(`update${named}Value`, 'Store a value', stored),
        delete: operation(`delete${named}Value`, 'Delete a value', {
          answer: { type: 'object', properties: { success: flag } },
        }),
      },
    },
    components: {},
  }
}
