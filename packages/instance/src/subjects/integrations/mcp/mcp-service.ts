import { Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { McpCatalog } from '@millwright/contract/wire/mcp'
import { redirectRefusal } from '@millwright/contract/wire/redirect-address'
import { recordInner } from '../../../gateway/inner-call.ts'
import type { KnownClient, McpCaller, McpEndpoint, McpScope } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceHost, ServiceParts, ServiceRow } from '../../../gateway/service-kind.ts'
import { type AssistantCall, tracingHeaders } from '../../../platform/tracing/request-context.ts'
import { flag } from '../../../request/params.ts'
import { createListedTools, createRecentTools } from './lazy/listed-tools.ts'
import { allows, mcpSettings } from './mcp-settings.ts'
import { isAbandoned } from './protocol/call-time.ts'
import { createConfirmations } from './protocol/call-tool.ts'
import { createProtocolHandler } from './protocol/mcp-handler.ts'
import { createSurfaceServer } from './protocol/surface-server.ts'
import { wireTool } from './protocol/wire-tool.ts'
import { answerRpc } from './rpc.ts'
import type { ShownService } from './surface.ts'
import { type CalledBy, toolSession } from './tool-session.ts'
import { cut } from './tools/answers.ts'
import { masked } from './tools/system/mask.ts'

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

/** Returns what a caller sees of a service, with its token cost and its sources. */
async function catalogueOf(
  shown: ShownService,
  { name, lazyMode }: { readonly name: string; readonly lazyMode: McpCatalog['lazy_mode'] },
  by: McpCaller,
): Promise<McpCatalog> {
  const surface = await shown.surfaceFor(by)
  const { facade } = surface
  const all = [...surface.tools.values()].filter((tool) => !facade.includes(tool) && tool.isUnlisted !== true)
  return {
    service: name,
    role: by.caller.sysadmin ? null : (by.caller.role?.name ?? null),
    lazy_mode: lazyMode,
    tool_style: shown.toolStyle,
    backends: await shown.backends(surface, by),
    tools: surface.listed.map(wireTool),
    count: all.length,
    bytes: Buffer.byteLength(JSON.stringify(all.map(wireTool))),
    lazy: facade.length > 0,
    facade: facade.map((tool) => tool.name),
    operations: await shown.operations(by),
  }
}

const maxNames = 20
const longestName = 60
const longestValue = 200

/**
 * What the request log stores about an assistant's call: always the argument names, and the values, without secrets, only if
 * the service is configured to.
 */
function notedCall(
  { message }: Pick<McpCaller, 'message'>,
  { given, version }: Pick<CalledBy, 'given' | 'version'>,
  keepsValues: boolean,
): AssistantCall {
  const { confirmation: _, ...args } = isRecord(given) ? given : {}
  const names = Object.keys(args).slice(0, maxNames)
  const shown = keepsValues ? masked(Object.fromEntries(names.map((name) => [name, args[name]]))) : null
  const protocol = message?.protocol ?? null
  return {
    arguments: names.map((name) => name.slice(0, longestName)),
    ...(isRecord(shown) && { values: Object.fromEntries(Object.entries(shown).map(brief)) }),
    ...(version !== null && { client_version: version.slice(0, longestName) }),
    ...(protocol !== null && { protocol }),
  }
}

function brief([name, value]: [string, unknown]): [string, unknown] {
  const kept = cut(value, longestValue)
  const text = JSON.stringify(kept) ?? ''
  return [name.slice(0, longestName), text.length > 1_000 ? `${text.slice(0, 1_000)}…` : kept]
}

/** Number of concurrent calls per caller, and of calls that may wait. */
const width = 8
const depth = 32

const tooMany = () => new Problem(429, 'Too many calls at once.', { headers: { 'Retry-After': '1' } })

/** Counts tool calls toward limits, and bounds the concurrent calls of each caller. */
function createCallBounds({ count }: Pick<ServiceHost, 'count'>, row: ServiceRow) {
  const busy = new Map<string, Semaphore>()

  async function counted({ caller: who, sentToken, origin, linkOrigin, address, agent }: McpCaller): Promise<void> {
    const caller = { ...who, assistant: agent ?? 'unnamed' }
    const from = { caller, sentToken, origin, linkOrigin, address, headers: tracingHeaders() }
    const call = { verb: 'POST', service: row.name.toLowerCase(), resource: '', requestor: 'API' } as const
    await count({ ...from, ...call, params: {}, payload: undefined, payloadFormat: 'none' })
  }

  return async <T>(by: McpCaller, work: () => Promise<T>): Promise<T> => {
    const key = `${by.caller.user?.id ?? ''} ${by.caller.app?.id ?? ''}`
    const places = busy.get(key) ?? new Semaphore({ width, depth, refusal: tooMany })
    busy.set(key, places)
    let isBegun = false
    try {
      return await places.run(async () => {
        if (!by.isCounted) await counted(by)
        isBegun = true
        return await work()
      })
    } catch (error) {
      if (!isBegun && error instanceof Problem && error.status === 429) by.refusedWhole?.(error)
      throw error
    } finally {
      if (places.load.used === 0 && busy.get(key) === places) busy.delete(key)
    }
  }
}
