import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import type { FindUploads, Forward } from '../../../gateway/gateway.ts'
import { recordInner } from '../../../gateway/inner-call.ts'
import type { CallApi, ScriptAnswer, ScriptCall } from '../../../gateway/ports/script-runner.ts'
import type { RecordCall } from '../../../gateway/ports/usage.ts'
import type { Log } from '../../../platform/log.ts'
import { tracingHeaders } from '../../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { sentValueProblem } from '../../../request/body.ts'
import { readCallPath } from '../../../request/call.ts'
import type { Author } from '../../../request/caller.ts'
import { joinParams } from '../../../request/params.ts'
import { bodyValue, bytesIn, jsonIn, wholeContent, writtenBytes } from './script-bodies.ts'
import { type ScriptValues, valueScheme } from './values/script-values.ts'

interface CallApiParts {
  /** Passes a request to the gateway, which authorizes it. */
  readonly forward: Forward
  readonly uploads: FindUploads
  /** Calls absolute URLs, under the rules for URLs that callers name. */
  readonly outside: CallApi
  /** Values behind `platform.store`. */
  readonly values: ScriptValues
  /** Most characters of a response. */
  readonly longest: number
  readonly recordCall: RecordCall
  readonly log: Log
}

/** The request on whose behalf a script runs, or what is stored of it. */
export type ScriptCaller = Pick<
  ApiRequest,
  'caller' | 'sentToken' | 'origin' | 'linkOrigin' | 'address' | 'scriptDepth'
> & {
  /** The author whose values `platform.store` accesses; absent: the values shared by all scripts of full administrators. */
  readonly valuesOf?: Author
}

/** Creates the `platform.api` of a script that runs for this caller. */
export type ApiFor = (by: ScriptCaller) => CallApi

/**
 * Implements `platform.api` (docs/wire/scripts.md): calls to the instance, by the same caller with the script requestor, and to
 * absolute URLs. Throws error responses as `Problem`.
 */
export function createCallApi({ forward, uploads, outside, values, longest, recordCall, log }: CallApiParts): ApiFor {
  /** Hides the details of unexpected errors from scripts, as from any caller. */
  function rethrowSafely(error: unknown): never {
    if (!(error instanceof Problem)) {
      log(`A request of a script failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}`)
    }
    throw error
  }

  async function counted(request: ApiRequest, signal: AbortSignal): Promise<ApiResponse> {
    const begun = performance.now()
    const ended = (outcome: { readonly status?: number; readonly failure?: unknown }) => {
      const { verb, service, resource, caller, address } = request
      const milliseconds = performance.now() - begun
      const isCutOff = signal.aborted
      const of = { requestor: 'SCRIPT', verb, service, resource, caller, address } as const
      recordInner(recordCall, { ...of, milliseconds, isCutOff, failure: undefined, ...outcome })
    }
    try {
      const answer = await forward(request)
      ended({ status: answer.status })
      return answer
    } catch (failure) {
      ended({ failure })
      throw failure
    }
  }

  /** A text that is JSON is read as the body of an HTTP request is, unless the service would receive that unread. */
  async function withJson(request: ApiRequest): Promise<ApiRequest> {
    const { service, payload, headers } = request
    if (typeof payload !== 'string' || !/^$|json/i.test(headers['content-type'] ?? '')) return request
    const json = jsonIn(payload)
    if (json === undefined) return request
    const takesUpload = await uploads(service)
    const unread = { ...request, headers: { ...headers, 'content-length': String(Buffer.byteLength(payload)) } }
    if (takesUpload?.(unread) === true) return request
    return { ...request, payload: accepted(json) }
  }

  return (by) => async (call, signal) => {
    if (call.path.startsWith(valueScheme)) return values.call(call, by.valuesOf ?? null)
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(call.path)) return outside(call, signal)
    const request = await withJson(requestOf(call, by, signal))
    const answer = await counted(request, signal).catch(rethrowSafely)
    const { value, file } = await bodyValue(answer, longest)
    if (file === null) return answered(answer, 'application/json', value === null ? '' : JSON.stringify(value))
    const { content } = file
    try {
      const isBinary = value === null && content.size !== null
      const body = isBinary
        ? writtenBytes(await wholeContent(content.read(), longest, 'response'))
        : String(value ?? '')
      return answered(answer, content.contentType, body)
    } finally {
      await content.close()
    }
  }
}

/**
 * Makes calls of absolute URLs below `/api/v2/` that carry one of `keys` calls of this instance: these keys are valid nowhere else, and an
 * instance need not be able to reach itself by an address.
 */
export function takingOwnUrls(api: CallApi, keys: readonly unknown[]): CallApi {
  return (call, signal) => {
    const address = URL.parse(call.path)
    if (address === null || !address.pathname.startsWith(`${apiPrefix}/`)) return api(call, signal)
    const sent = [call.headers, call.parameters, Object.fromEntries(address.searchParams)].flatMap((each) =>
      Object.values(each),
    )
    const isOwn = sent.some((value) => keys.includes(value.replace(/^Bearer +/i, '')))
    return api(isOwn ? { ...call, path: address.pathname + address.search } : call, signal)
  }
}

function requestOf(call: ScriptCall, by: ScriptCaller, signal: AbortSignal): ApiRequest {
  const { path, params } = addressOf(call)
  const { service, resource, endsInSlash } = readCallPath(path)
  const sent = call.payload !== undefined && call.payload !== null
  const bytes = bytesIn(call.payload)
  const payload = bytes ?? accepted(call.payload)
  return {
    verb: verbOf(call),
    service,
    resource,
    endsInSlash,
    params: { ...params, ...call.parameters },
    payload: sent ? payload : undefined,
    payloadFormat: sent && bytes === null ? 'json' : 'none',
    headers: { ...tracingHeaders(), ...lowerCase(call.headers) },
    caller: by.caller,
    sentToken: by.sentToken,
    requestor: 'SCRIPT',
    origin: by.origin,
    linkOrigin: by.linkOrigin,
    address: by.address,
    isGivenUp: () => signal.aborted,
    scriptDepth: (by.scriptDepth ?? 0) + 1,
  }
}

function accepted(payload: unknown): unknown {
  const problem = sentValueProblem(payload)
  if (problem !== null) throw new Problem(400, problem)
  return payload
}

function lowerCase(headers: ScriptCall['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function verbOf({ verb }: ScriptCall): Verb {
  const known = verb === 'MERGE' ? 'PATCH' : verb
  if (isVerb(known)) return known
  throw new Problem(400, `The verb '${verb}' is not supported.`)
}

function addressOf({ path }: ScriptCall): { path: string; params: Record<string, string> } {
  const [before = '', ...query] = path.split('?')
  const inApi = `/${before.replace(/^\/+/, '')}`
  const plain = inApi === apiPrefix || inApi.startsWith(`${apiPrefix}/`) ? inApi.slice(apiPrefix.length) : inApi
  return { path: plain, params: joinParams(new URLSearchParams(query.join('?'))) }
}

const answered = ({ status, headers }: ApiResponse, contentType: string, body: ScriptAnswer['body']): ScriptAnswer => ({
  status,
  contentType,
  headers: headers ?? {},
  body,
})
