import { stackOf } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { requireFullAdmin } from '../../../access/required-rights.ts'
import type { McpAnswer, McpEndpoint } from '../../../gateway/ports/mcp-endpoint.ts'
import type { ServiceHost } from '../../../gateway/service-kind.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'

type Endpoint = Pick<McpEndpoint, 'takesKeys' | 'answer'>
type Host = Pick<ServiceHost, 'roleOf' | 'log'>

const revision = '2026-07-28'

/** Responds to one message of a custom program, which only needs to contain the request itself (docs/wire/mcp.md). */
export async function answerRpc(
  { takesKeys, answer }: Endpoint,
  request: ApiRequest,
  host: Host,
): Promise<ApiResponse> {
  const { payload, headers, sentToken, origin, linkOrigin, address } = request
  const caller = await callerOf(request, host)
  if (caller.user === null && !takesKeys) throw new Problem(401, 'Send a session token: keys are not accepted here.')
  const isMessage = isRecord(payload) && typeof payload.method === 'string'
  if (!isMessage) return error(-32600, 'The body must be a JSON-RPC request.')
  const { id = null, method, params = {} } = payload
  if (!isRecord(params)) return error(-32602, 'params must be an object.', id)
  const meta = {
    ...(isRecord(params._meta) ? params._meta : {}),
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: headers['user-agent'] ?? 'rpc', version: '' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const message = { jsonrpc: '2.0', id: id ?? 0, method, params: { ...params, _meta: meta } }
  const named = params.name ?? params.uri
  const failed = (cause: unknown) => host.log(`A call of an assistant failed unexpectedly: ${stackOf(cause)}`)
  const by = { caller, sentToken, origin, linkOrigin, address, scopes: null, clientName: null, agent: null, failed }
  const answered = await answer(
    {
      method: 'POST',
      url: `${origin}/rpc`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': String(method),
        ...(typeof named === 'string' && { 'mcp-name': headerText(named) }),
      },
      body: Buffer.from(JSON.stringify(message)),
      signal: neverAborted,
    },
    { ...by, isCounted: true },
  )
  const body = { ...(await read(answered)), id }
  return { status: answered.status === 429 ? 429 : 200, headers: waitOf(answered.headers), body }
}

/** With `as_role`, full administrators call with that role only, to see what others would see. */
async function callerOf({ caller, params }: ApiRequest, { roleOf }: Host): Promise<Caller> {
  if (params.as_role === undefined) return caller
  requireFullAdmin(caller, 'Only full administrators call tools as a role.')
  const role = /^\d{1,9}$/.test(params.as_role) ? await roleOf(Number(params.as_role)) : null
  if (role === null) throw new Problem(404, `There is no role with the identifier '${params.as_role}'.`)
  return { ...caller, sysadmin: false, role, sentKey: true }
}

const waitOf = ({ 'retry-after': wait }: McpAnswer['headers']): Record<string, string> =>
  wait === undefined ? {} : { 'retry-after': wait }

const neverAborted = new AbortController().signal

const error = (code: number, message: string, id: unknown = null): ApiResponse => ({
  status: 200,
  body: { jsonrpc: '2.0', id, error: { code, message } },
})

/** Encodes a value that is not plain text for a header (2026-07-28). */
function headerText(name: string): string {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name)
    ? name
    : `=?base64?${Buffer.from(name).toString('base64')}?=`
}

async function read({ body }: McpAnswer): Promise<Record<string, unknown>> {
  const text = typeof body === 'string' ? body : await new Response(body).text()
  const value: unknown = JSON.parse(text)
  return isRecord(value) ? value : {}
}
