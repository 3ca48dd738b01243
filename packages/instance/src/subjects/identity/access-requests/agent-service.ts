import { Problem } from '@millwright/contract/problem'
import { verbs } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { AccessRequests, RequestedAccess } from '../../../gateway/parts.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'

const maxNames = 20
const longestName = 100
const longestNote = 1_000

/** Throws a 400 in a sentence about the argument that is wrong. */
export function wantedIn(
  at: string,
  { services, operations, note }: Readonly<Record<string, unknown>>,
): RequestedAccess {
  return {
    at,
    services: namesIn('services', services),
    operations: namesIn('operations', operations),
    note: noteIn(note),
  }
}

function namesIn(argument: string, argumentValue: unknown): readonly string[] {
  const names = Array.isArray(argumentValue)
    ? argumentValue.map((each) => oneLine(String(each))).filter((each) => each !== '')
    : []
  if (names.length === 0) throw new Problem(400, `'${argument}' must name something.`)
  if (names.length > maxNames) throw new Problem(400, `'${argument}' must have at most ${maxNames} names.`)
  if (names.some((name) => name.length > longestName)) {
    throw new Problem(400, `A name in '${argument}' must have at most ${longestName} characters.`)
  }
  return names
}

function noteIn(noteValue: unknown): string {
  const note = oneLine(String(noteValue ?? ''))
  if (note.length <= longestNote) return note
  throw new Problem(400, `'note' must have at most ${longestNote} characters.`)
}

/** Prevents a value on its own line of the mail from starting another line. */
const oneLine = (text: string) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()

interface AgentParts {
  readonly accessRequests: AccessRequests
  /** `GET /api/v2`. */
  readonly listServices: (request: ApiRequest) => Promise<ApiResponse>
}

/**
 * What agents of the platform call with their key: `GET agent/catalog` and `POST agent/request_access`, in its form (docs/wire/access-requests.md).
 * It is no stored service, so that one of that name takes its place, and no list shows it.
 */
export function createAgentService({ accessRequests, listServices }: AgentParts): Registered {
  async function ask(request: ApiRequest): Promise<ApiResponse> {
    const wanted = wantedIn('agent', isRecord(request.payload) ? request.payload : {})
    const { requests } = await accessRequests.ask(wanted, request)
    if (requests[0] === undefined) throw new Problem(404, 'None of these services can be asked for.')
    return { status: 200, body: { status: 'pending', request_id: requests[0] } }
  }

  async function handle(request: ApiRequest): Promise<ApiResponse> {
    const { resource, verb, caller } = request
    if (resource !== 'catalog' && resource !== 'request_access') {
      throw new Problem(404, `Resource '${resource}' not found for service 'agent'.`)
    }
    if (caller.app === null) throw new Problem(401, 'Unauthorized. Send the API key of the agent.')
    if (resource === 'request_access' && verb === 'POST') return ask(request)
    if (resource === 'catalog' && verb === 'GET') {
      const { body } = await listServices({ ...request, service: '', resource: '', params: {} })
      return { status: 200, body: { resource: isRecord(body) ? body.services : [] } }
    }
    throw new Problem(400, `${verb} is not supported on 'agent/${resource}'.`)
  }

  return {
    row: {
      id: 0,
      name: 'agent',
      label: 'Agents',
      description: null,
      isActive: true,
      type: 'agent',
      author: { userId: null, appId: null },
      modified: '',
    },
    service: { handle, publicEndpoints: [{ path: '*', verbs }], accessList: async () => [] },
  }
}

type Found = Pick<Registry, 'find' | 'presentName' | 'all' | 'health' | 'passing'>

/** A registry that finds the service for agents where no stored service has its name. */
export function withAgent({ find, ...others }: Found, agent: Registered): Found {
  return {
    ...others,
    find(name) {
      const found = find(name)
      if (name !== agent.row.name) return found
      return found instanceof Promise ? found.then((stored) => stored ?? agent) : (found ?? agent)
    },
  }
}
