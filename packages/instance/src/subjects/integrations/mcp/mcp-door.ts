import { Problem } from '@millwright/contract/problem'
import { mayUseService } from '../../../access/rule-match.ts'
import { recordInner } from '../../../gateway/inner-call.ts'
import type { Identify } from '../../../gateway/parts.ts'
import type { McpAccess, McpAnswer, McpCaller, McpEndpoint, McpRequest } from '../../../gateway/ports/mcp-endpoint.ts'
import type { RecordCall } from '../../../gateway/ports/usage.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import type { Credentials } from '../../../request/call.ts'
import type { Caller } from '../../../request/caller.ts'
import { invalidatedValue } from '../../../store/changes.ts'
import type { Store } from '../../../store/store.ts'
import { isAbandoned } from './protocol/call-time.ts'
import { notIdentified, notLetIn, unknownService } from './protocol/refusals.ts'

/** An HTTP message before its sender is authenticated. */
export interface McpMessage
  extends Omit<McpCaller, 'caller' | 'sentToken' | 'scopes' | 'clientName' | 'agent' | 'isCounted'> {
  /** The value of `X-Request-Id`. */
  readonly id: string
  /** As spelled in the URL. */
  readonly service: string
  readonly request: McpRequest
  readonly credentials: Credentials
  readonly identified: (caller: Caller) => void
}

/** The endpoint for assistants, at `/mcp/{service}` (docs/wire/mcp.md). */
export type McpDoor = (message: McpMessage) => Promise<McpAnswer>

interface DoorParts {
  readonly services: Pick<Registry, 'find' | 'presentName'>
  readonly store: Pick<Store, 'db' | 'changes'>
  readonly identify: Identify
  readonly access: McpAccess
  readonly recordCall: RecordCall
}

/** Finds the service, authenticates and authorizes the sender, and passes the message to the service. */
export function createMcpEndpoint({ services, store, identify, access, recordCall }: DoorParts): McpDoor {
  const keys = invalidatedValue(store.changes, ['app'], async () => {
    const rows = await store.db.selectFrom('app').select(['id', 'api_key']).where('is_active', '=', 1).execute()
    return new Map(rows.map(({ id, api_key }) => [id, api_key]))
  })

  type Known = Pick<McpCaller, 'caller' | 'scopes' | 'clientName' | 'sentToken'>

  async function callerOf({ row }: Registered, endpoint: McpEndpoint, message: McpMessage): Promise<Known | null> {
    const { credentials, address, origin } = message
    const { token, apiKey } = readCredentials(credentials, endpoint)
    const plain = { scopes: null, clientName: null, sentToken: token }
    if (token === null) {
      if (apiKey === null || !endpoint.takesKeys) return null
      const caller = await identify({ token, apiKey, basic: null, scriptToken: null }, address)
      return caller.role === null ? null : { caller, ...plain }
    }
    const grant = await access.verify(token, row, `${origin}/mcp/${row.name}`)
    if (grant !== null) return { ...grant, sentToken: null }
    if (!endpoint.takesSessions && !(endpoint.takesKeys && apiKey !== null)) return null
    const through = apiKey ?? (endpoint.appId === null ? null : ((await keys()).get(endpoint.appId) ?? null))
    const caller = await identify({ token, apiKey: through, basic: null, scriptToken: null }, address)
    return { caller, ...plain }
  }

  /** Records a rejected message. A client without credentials does not count as rejected, as it is shown where to sign in. */
  function refused({ address, request }: McpMessage, { row }: Registered, caller: Caller | null, failure: Problem) {
    const client = agentOf(request)
    recordInner(recordCall, {
      requestor: 'MCP',
      verb: 'POST',
      service: row.name,
      resource: '',
      failure,
      milliseconds: 0,
      isKnown: true,
      caller: caller === null || client === null ? caller : { ...caller, assistant: client },
      address,
      isCutOff: isAbandoned(request.signal),
      bytesIn: request.body?.length ?? null,
    })
  }

  return async (message) => {
    const { service, request, origin, credentials } = message
    const registered = await services.find(await services.presentName(service.toLowerCase()))
    const endpoint = registered?.service.mcp
    if (registered === null || endpoint === undefined || !registered.row.isActive) return unknownService(service)
    let known: Known | null
    try {
      known = await callerOf(registered, endpoint, message)
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 401 && error.status !== 403)) throw error
      refused(message, registered, null, error)
      return notIdentified(request, registered.row.name, origin, error.message)
    }
    if (known === null) return notIdentified(request, registered.row.name, origin, unacceptedToken(credentials))
    message.identified(known.caller)
    if (endpoint.needsRole && !mayUseService(known.caller, registered.row.name.toLowerCase())) {
      refused(
        message,
        registered,
        known.caller,
        new Problem(403, 'No access to the service itself.', { reason: 'rule' }),
      )
      return notLetIn(request, registered.row.name)
    }
    const { linkOrigin, address, failed } = message
    const agent = agentOf(request)
    return await endpoint.answer(request, { ...known, agent, isCounted: false, origin, linkOrigin, address, failed })
  }
}

/** Why a token is rejected that is none of the service's, such as one of another service; `null` if none was sent. */
const unacceptedToken = ({ token }: Credentials) =>
  token === null ? null : 'The token is not one that this service accepts.'

/** Clients that cannot send other headers send an API key as a token. */
function readCredentials(
  { token, apiKey }: Credentials,
  { takesKeys }: McpEndpoint,
): Pick<Credentials, 'token' | 'apiKey'> {
  const isKey = takesKeys && token !== null && apiKey === null && /^[0-9a-f]{64}$/i.test(token)
  return isKey ? { token: null, apiKey: token } : { token, apiKey }
}

/** The name of the client program from its user agent, without version and details. */
function agentOf({ headers }: McpRequest): string | null {
  const agent = headers['user-agent']
  return typeof agent === 'string' ? (/^[^/\s(]+/.exec(agent)?.[0] ?? null) : null
}
