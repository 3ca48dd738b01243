import type { EventPath } from '../declaration.ts'
import { type ApiDescription, listOf, members, operation, pascal, type Schema } from '../openapi.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
/** How a subscription names the service that it calls. */
export const calledServiceSchema: Schema = {
  description: 'Path of the service to call with each message, or an object with details.',
  oneOf: [text, members({ endpoint: text, verb: text, parameter: { type: 'object' } }, 'endpoint')],
}

/** The paths of such a service from which event names are derived. */
export const brokerPaths: readonly EventPath[] = [
  { path: 'pub', verbs: ['POST'] },
  { path: 'sub', verbs: ['GET', 'POST', 'DELETE'] },
]

interface Bodies {
  readonly published: Schema
  readonly subscription: Schema
}

/** Describes the API of a service that sends and receives messages through a broker. */
export function describeBroker(service: string, { published, subscription }: Bodies): ApiDescription {
  const named = pascal(service)
  return {
    paths: {
      '/pub': { post: operation(`publish${named}Message`, 'Publish a message', { body: published }) },
      '/sub': {
        get: operation(`get${named}Subscriptions`, 'List subscriptions', { answer: listOf(subscription) }),
        post: operation(`subscribe${named}`, 'Subscribe services to messages', {
          body: { type: 'array', items: subscription },
          answer: members({ success: flag, job_count: { type: 'integer' } }),
        }),
        delete: operation(`unsubscribe${named}`, 'End all subscriptions'),
      },
    },
    components: {},
  }
}
