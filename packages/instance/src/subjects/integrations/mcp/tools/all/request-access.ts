import type { AccessRequests } from '../../../../../gateway/parts.ts'
import { wantedIn } from '../../../../identity/access-requests/wanted-access.ts'
import { argsSchema, listOf, text } from '../arg-schema.ts'
import type { Tool } from '../tool.ts'

/** The tool that asks administrators for access that the caller's role lacks. `at`: the service that offers it. */
export function requestAccess(at: string, requests: AccessRequests): Tool {
  return {
    name: 'request_access',
    title: 'Ask for access',
    description: 'Mails administrators that more access is wanted; grants nothing. Only when the person asks for it.',
    args: argsSchema({ services: listOf(text()), operations: listOf(text()), note: text('why') }, [
      'services',
      'operations',
    ]),
    result: {
      properties: {
        administrators_told: { type: 'integer' },
        requests: { type: 'array', items: { type: 'integer' } },
      },
    },
    effect: 'tell',
    async run({ services, operations, note }, { requestFor }) {
      const asked = await requests.ask(
        wantedIn(at, { services, operations, note }),
        requestFor({ verb: 'POST', service: at, resource: '' }),
      )
      return {
        value: { administrators_told: asked.told, granted: false, requests: asked.requests },
        isData: false,
      }
    },
  }
}
