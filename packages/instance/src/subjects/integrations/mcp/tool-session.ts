import { Problem } from '@millwright/contract/problem'
import { narrowedCaller } from '../../../access/decide.ts'
import { recordInner } from '../../../gateway/inner-call.ts'
import type { McpCaller } from '../../../gateway/ports/mcp-endpoint.ts'
import type { ServiceHost } from '../../../gateway/service-kind.ts'
import {
  currentRequest,
  inRequest,
  newRequestId,
  RequestTimings,
  tracingHeaders,
} from '../../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { rowsInBody } from '../../../request/row-stream.ts'
import { isAbandoned } from './protocol/call-time.ts'
import type { ToolCall, ToolSession } from './tools/tool.ts'

/** What a message calls. */
export interface CalledBy {
  readonly tool: string
  /** The client's name for itself, or `null`. */
  readonly client: string | null
  /** The client's version as it reports it, or `null`. */
  readonly version: string | null
  /** The arguments as sent. */
  readonly given: unknown
  readonly signal: AbortSignal
}

/** Limits on all requests of tools. */
interface Bounds {
  /** Characters of a response. */
  readonly longest: number
  /** Whether nothing may be written, whatever a tool requests. */
  readonly readsOnly: boolean
}

/**
 * Creates the session through which tools send requests on behalf of a caller: with exactly the caller's rights over HTTP,
 * within the limits of the service.
 */
export function toolSession(
  { callCounted, parts }: Pick<ServiceHost, 'callCounted' | 'parts'>,
  mcpCaller: McpCaller,
  { tool, client, signal }: Pick<CalledBy, 'tool' | 'client' | 'signal'>,
  { longest, readsOnly }: Bounds,
): ToolSession {
  const assistant = plainName(mcpCaller.clientName ?? client ?? mcpCaller.agent) || 'unnamed'
  const by = { ...mcpCaller, caller: { ...mcpCaller.caller, assistant } }

  const requestOf = (wanted: ToolCall) => ({ ...requestFor(wanted, by, signal), readsOnly })

  /** Recorded separately, and reported as part of the message's duration. */
  async function call(wanted: ToolCall): Promise<ApiResponse> {
    const request = requestOf(wanted)
    if (readsOnly && request.verb !== 'GET') throw new Problem(403, 'This service only reads.')
    const context = currentRequest()
    const story = new RequestTimings()
    story.tool = tool
    const begun = performance.now()
    const { verb, service, resource } = request
    const ended = (failure?: unknown) => {
      context?.story?.include(story)
      const milliseconds = performance.now() - begun
      recordInner(parts.recordCall, {
        requestor: 'MCP',
        caller: by.caller,
        address: by.address,
        verb,
        service,
        resource,
        milliseconds,
        failure,
        story,
        isCutOff: isAbandoned(signal),
      })
    }
    try {
      const answered = await inRequest({ ...context, id: context?.id ?? newRequestId(), story, signal }, () =>
        callCounted(request),
      )
      story.rows = rowsInBody(answered.body)
      ended()
      return answered
    } catch (error) {
      ended(error)
      throw error
    }
  }

  return { caller: by.caller, signal, longest, call, requestFor: requestOf }
}

/** A session for discovery, whose requests are neither counted nor recorded. */
export function quietSession(
  { call }: Pick<ServiceHost, 'call'>,
  by: McpCaller,
  { longest }: Pick<ToolSession, 'longest'>,
): ToolSession {
  const requestOf = (wanted: ToolCall) => requestFor(wanted, by, neverAborted)
  const quiet = { caller: by.caller, signal: neverAborted, longest }
  return { ...quiet, call: (wanted) => call(requestOf(wanted)), requestFor: requestOf }
}

const neverAborted = new AbortController().signal

/** A client's name for itself, in the form for reports. */
function plainName(name: string | null): string {
  if (name !== null && name.length <= 80 && isPlain.test(name)) return name
  return (name ?? '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)
}

const isPlain = /^[\w.-]+(?: [\w.-]+)*$/

function requestFor(call: ToolCall, by: McpCaller, signal: AbortSignal): ApiRequest {
  const { verb, service, resource, endsInSlash, params = {}, headers = {}, payload, author = null } = call
  const caller = narrowedCaller(by.caller, author)
  return {
    verb,
    service: service.toLowerCase(),
    resource,
    endsInSlash,
    params,
    payload,
    payloadFormat: payload === undefined ? 'none' : 'json',
    headers: { ...headers, ...tracingHeaders() },
    caller,
    sentToken: caller === by.caller ? by.sentToken : null,
    requestor: 'API',
    origin: by.origin,
    linkOrigin: by.linkOrigin,
    address: by.address,
    isGivenUp: () => signal.aborted,
  }
}
