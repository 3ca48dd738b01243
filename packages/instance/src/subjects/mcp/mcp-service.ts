import { Problem } from '@millwright/contract/problem'
import { redirectRefusal } from '@millwright/contract/wire/redirect-address'
import { recordInner } from '../../gateway/inner-call.ts'
import type { McpScope } from '../../gateway/ports/mcp-access.ts'
import type { KnownClient, McpCaller, McpEndpoint } from '../../gateway/ports/mcp-endpoint.ts'
import type { Service } from '../../gateway/service.ts'
import type { ServiceParts } from '../../gateway/service-kind.ts'
import { flag } from '../../request/params.ts'
import { createCallBounds } from './call-bounds.ts'
import { createConfirmations } from './confirmation.ts'
import { createListedTools } from './lazy/listed-tools.ts'
import { createRecentTools } from './lazy/recent-tools.ts'
import { allows, mcpSettings } from './mcp-settings.ts'
import { notedCall } from './noted-call.ts'
import { isAbandoned } from './protocol/deadline.ts'
import { createProtocolHandler } from './protocol/mcp-handler.ts'
import { createSurfaceServer } from './protocol/surface-server.ts'
import { answerRpc } from './rpc.ts'
import { catalogueOf } from './shown-catalogue.ts'
import type { ShownService } from './surface.ts'
import { toolSession } from './tool-session.ts'

/** In milliseconds. */
const progressEvery = 5_000

const components = ['', '*', 'rpc']

/**
 * Creates an MCP service with any content: its endpoint, authentication, and its description over the API. `write`: the scope
 * that clients need in addition to reading, or `null` if there is none.
 */
export function createMcpService(
  { row, config, host }: ServiceParts,
  shown: ShownService,
  write: McpScope | null,
): Service {
  const { surfaceFor } = shown
  const settings = mcpSettings(config)
  const { lazyMode, patience, longest } = settings
  const mayWrite = ({ scopes }: McpCaller) => write !== null && allows(settings, scopes, write, 'add')
  const pace = { every: Math.min(progressEvery, patience / 2), patience }
  const { serverFor, callPlainly } = createSurfaceServer({
    name: row.name,
    title: row.label || row.name,
    surfaceFor,
    pace,
    sessionOf: (by, called) => toolSession(host, by, called, { longest, readsOnly: !mayWrite(by) }),
    confirmations: createConfirmations(host),
    listed: createListedTools(createRecentTools(row.name, host.parts)),
    bounded: createCallBounds(host, row),
    noted: (by, called) => notedCall(by, called, config.log_arguments === true),
    ended: ({ caller, signal }, { address, message }, { tool, ...ended }) => {
      const call = { verb: 'POST', service: row.name, resource: tool, bytesIn: message?.bytes ?? null } as const
      recordInner(host.parts.recordCall, {
        ...call,
        ...ended,
        requestor: 'MCP',
        caller,
        address,
        isCutOff: isAbandoned(signal),
      })
    },
  })
  const handler = createProtocolHandler(serverFor, { bodyLimit: host.parts.config.bodyLimit, callPlainly, pace })
  const mcp: McpEndpoint = {
    needsRole: config.require_role_access !== false,
    takesKeys: config.allow_api_key_auth === true,
    takesSessions: config.allow_session_auth === true,
    appId: typeof config.app_id === 'number' ? config.app_id : null,
    scopes: ['mcp:read', ...(write === null ? [] : [write])],
    signsInBy: typeof config.auto_oauth_service === 'string' ? config.auto_oauth_service.trim() || null : null,
    signsInAt: typeof config.custom_login_url === 'string' ? URL.parse(config.custom_login_url) : null,
    knownClient: knownClient(config),
    answer: handler.answer,
    findings: shown.findings,
    catalogue: (by) => catalogueOf(shown, { name: row.name, lazyMode }, by),
  }
  return {
    mcp,
    publicEndpoints: [],
    accessList: async () => components,
    async handle(request) {
      const { verb, resource, params, origin } = request
      const mcp_endpoint = `${origin}/mcp/${row.name}`
      if (resource === 'rpc') {
        if (verb !== 'POST') throw new Problem(405, `${verb} is not supported here.`)
        if (!host.parts.config.mcp) throw new Problem(404, 'Assistants are disabled for this instance.')
        return await answerRpc(mcp, request, host)
      }
      if (resource !== '') throw new Problem(404, `There is nothing at '${resource}' in this service.`)
      if (verb === 'GET' && flag(params, 'as_access_list')) return { status: 200, body: { resource: components } }
      if (verb === 'GET') return { status: 200, body: { service_id: row.id, mcp_endpoint } }
      if (verb === 'POST') return { status: 200, body: { ok: true, message: 'It runs.', server: { mcp_endpoint } } }
      throw new Problem(405, `${verb} is not supported here.`)
    },
    close: handler.close,
  }
}

const isRedirectAddress = (each: unknown) => typeof each === 'string' && redirectRefusal(each) === null

/** The client that the settings name. Stored addresses to which browsers must not be redirected do not count. */
function knownClient({
  oauth_client_id: id,
  oauth_client_secret: secret,
  redirect_uris: uris,
}: ServiceParts['config']): KnownClient | null {
  if (typeof id !== 'string' || id === '') return null
  const redirectUris = Array.isArray(uris) ? uris.filter(isRedirectAddress) : []
  return { id, secret: typeof secret === 'string' && secret !== '' ? secret : null, redirectUris }
}
