import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import type { Forward } from '../../gateway/gateway.ts'
import type { CallApi, ScriptAnswer, ScriptCall } from '../../gateway/ports/script-runner.ts'
import type { Log } from '../../platform/log.ts'
import { tracingHeaders } from '../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { readPath } from '../../request/call-path.ts'
import type { Author } from '../../request/caller.ts'
import { joinParams } from '../../request/query-params.ts'
import { sentValueProblem } from '../../request/sent-value.ts'
import { bodyValue } from './body-value.ts'
import { type ScriptValues, valueScheme } from './values/script-values.ts'

interface CallApiParts {
  /** The gateway from "authorize" on. */
  readonly forward: Forward
  /** Makes calls to absolute addresses, under the rules for requests that are made for a caller. */
  readonly outside: CallApi
  /** What `platform.store` reaches. */
  readonly values: ScriptValues
  /** Most characters of an answer. */
  readonly longest: number
  readonly log: Log
}

/** For whom a script runs: a request, or what is left of it. */
export type ScriptCaller = Pick<
  ApiRequest,
  'caller' | 'sentToken' | 'origin' | 'linkOrigin' | 'address' | 'scriptDepth'
> & {
  /** Whose values `platform.store` reaches; absent: those that all scripts of full administrators share. */
  readonly valuesOf?: Author
}

/** Makes the calls of a script that runs for this caller. */
export type ApiFor = (by: ScriptCaller) => CallApi

/**
 * What `platform.api` does (docs/wire/scripts.md): calls of the instance, by the same caller but as a script, and of absolute addresses. Throws the
 * refusal.
 */
export function createCallApi({ forward, outside, values, longest, log }: CallApiParts): ApiFor {
  /** A script hears of what nobody foresaw no more than any caller does. */
  function told(error: unknown): never {
    if (!(error instanceof Problem)) {
      log(`A request of a script failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}`)
    }
    throw error
  }

  return (by) => async (call, signal) => {
    if (call.path.startsWith(valueScheme)) return values.call(call, by.valuesOf ?? null)
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(call.path)) return outside(call, signal)
    const answer = await forward(requestOf(call, by, signal)).catch(told)
    const { value, file } = await bodyValue(answer, longest)
    if (file !== null) await file.content.close()
    return answered(answer, value, file?.content.contentType ?? null)
  }
}

function requestOf(call: ScriptCall, by: ScriptCaller, signal: AbortSignal): ApiRequest {
  const { path, params } = addressOf(call)
  const { service, resource, endsInSlash } = readPath(path)
  const sent = call.payload !== undefined && call.payload !== null
  const problem = sentValueProblem(call.payload)
  if (problem !== null) throw new Problem(400, problem)
  return {
    verb: verbOf(call),
    service,
    resource,
    endsInSlash,
    params: { ...params, ...call.parameters },
    payload: sent ? call.payload : undefined,
    payloadFormat: sent ? 'json' : 'none',
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

function answered({ status, headers }: ApiResponse, value: unknown, fileType: string | null): ScriptAnswer {
  const isFile = fileType !== null
  return {
    status,
    contentType: fileType ?? 'application/json',
    headers: headers ?? {},
    body: isFile ? String(value ?? '') : value === null ? '' : JSON.stringify(value),
  }
}
