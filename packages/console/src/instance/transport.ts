import { asTextFilter } from '@millwright/contract/filter/as-text'
import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import type { Verb } from '@millwright/contract/verbs'
import type { Session } from '@millwright/contract/wire/session'
import { language } from '../language/language.ts'
import { type ParseText, type Reply, type ResponseType, readResponse } from './answer.ts'
import { recoveryFor } from './failed-call.ts'
import { InstanceError, messageOf, readError } from './instance-error.ts'
import { t } from './messages.ts'
import type { SessionStore } from './session.ts'
import type { ConsoleSettings } from './settings.ts'
import { filterRefusal } from './text-filters.ts'
import type { Upload } from './upload.ts'
import { withAllFieldsFallback } from './whole-records.ts'

export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Call {
  verb: Verb
  /** Path below the prefix, without a leading slash: `system/admin/3`. */
  path: string
  /** `null` and `undefined` are omitted. */
  params?: Params
  /** An object is sent as JSON; text and blobs as they are, with the content type from `headers`. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Sends the request even if the console blocks writes. */
  evenLocked?: boolean
  /** Treats a 401 like any other error: no refresh, no sign-in prompt. */
  ignore401?: boolean
  signal?: AbortSignal | undefined
  /** Called with the share of the body that is sent, 0 to 1, if the browser reports it. */
  onSent?: ((share: number) => void) | undefined
  /** `blob` or `stream` for downloads. */
  as?: ResponseType
  /** Custom JSON parser for the response, such as for numbers with all digits. */
  parse?: ParseText
}

export interface TransportParts {
  fetch: typeof globalThis.fetch
  /** Sends requests with progress; without it, they are sent with `fetch`. */
  upload?: Upload
  settings: ConsoleSettings
  /** API key of the app that requests are made as; the one in the settings if absent. */
  apiKey?: () => string
  session: SessionStore
  /** Prompts the user to sign in again; resolves to `false` if they cancel. */
  askToSignIn: (reason: string) => Promise<boolean>
  /** Why writes are blocked, as a sentence. */
  writeBlock: () => string | null
  /** Whether the role of the person lets them read a path, as far as it is known; what it does not is not requested. */
  mayRead?: (path: string) => Promise<boolean> | boolean
  /** The name under which this server wraps lists. */
  wrapper: () => string
  neverPrompts: () => boolean
  /** Called after each request with whether the instance responded. */
  noteConnection?: (answers: boolean) => void
  /** Whether this server respects quotes in filters (the default); others split filters as text. */
  readsQuotes?: () => boolean
}

export interface Transport {
  send<T>(call: Call): Promise<Reply<T>>
  /**
   * Makes one request and returns its raw response, whatever the status: no renewal, retry or parsing. With an app's `key`, the request is
   * made as that app, without a session.
   */
  exchange(call: Call, key?: string): Promise<Response>
  /** The full URL of a path, for a browser redirect. */
  address(path: string, params?: Params): string
  /** The same for other programs, which need not go through a relay of the console. */
  externalAddress(path: string, params?: Params): string
}

/**
 * Creates the transport to an instance: credentials on every request, one session renewal shared by all requests that need it, one retry.
 */
export function createTransport(parts: TransportParts): Transport {
  const { settings, session } = parts
  const withFallback = withAllFieldsFallback()
  let renewal: Promise<boolean> | null = null

  const address = (path: string, params: Params = {}, base = settings.instanceUrl) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) {
      if (value !== null && value !== undefined) query.set(name, String(value))
    }
    const text = query.toString()
    return `${base}${settings.apiPrefix}/${path}${text ? `?${text}` : ''}`
  }

  async function attempt(
    call: Call,
    token: string | undefined,
    key = parts.apiKey?.() ?? settings.apiKey,
  ): Promise<Response> {
    const headers = new Headers({ Accept: 'application/json', ...call.headers })
    if (key) headers.set(apiKeyHeader, key)
    // A call with a token of its own, from a link, is not made as the person who is signed in.
    if (token && call.params?.session_token === undefined) headers.set(sessionTokenHeader, token)
    if (!headers.has('Content-Type') && (call.verb === 'DELETE' || isJson(call.body)))
      headers.set('Content-Type', 'application/json;charset=utf-8')
    const body = isJson(call.body) ? JSON.stringify(call.body) : (call.body as XMLHttpRequestBodyInit | undefined)
    try {
      const target = address(call.path, call.params)
      const request = {
        method: call.verb,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(call.signal ? { signal: call.signal } : {}),
      }
      const response = await (call.onSent && parts.upload
        ? parts.upload(target, request, call.onSent)
        : parts.fetch(target, request))
      if (!isGatewayError(response.status)) parts.noteConnection?.(true)
      return response
    } catch (cause) {
      if (call.signal?.aborted) throw cause
      parts.noteConnection?.(false)
      throw new InstanceError(t.unreachable, { kind: 'unreachable', cause })
    }
  }

  /** One renewal serves every request that failed with the same token. */
  function renew(how: 'refresh' | 'sign-in', reason: string): Promise<boolean> {
    renewal ??= (how === 'refresh' ? refresh(reason) : parts.askToSignIn(reason)).finally(() => {
      renewal = null
    })
    return renewal
  }

  async function refresh(reason: string): Promise<boolean> {
    const former = session.current()
    const path = former?.is_sys_admin ? 'system/admin/session' : 'user/session'
    try {
      const { data } = await sendOnce<Session>({ verb: 'PUT', path }, former?.session_token)
      if (data.session_token) {
        session.update(data)
        return true
      }
    } catch (error) {
      if (error instanceof InstanceError && error.kind === 'unreachable') throw error
    }
    // A token can be refreshed once: another window may have done so, and passed on the new one.
    const now = session.current()
    if (now && now.session_token !== former?.session_token) return true
    return parts.askToSignIn(reason)
  }

  async function sendOnce<T>(call: Call, token: string | undefined): Promise<Reply<T>> {
    const readsQuotes = parts.readsQuotes?.() ?? true
    const response = await attempt(readsQuotes ? call : withTextFilter(call), token)
    if (response.ok) return readResponse<T>(response, call.as ?? 'data', parts.wrapper(), call.parse)
    const { data } = await readResponse<unknown>(response, 'data', parts.wrapper())
    // A proxy without a backend responds with a page of its own.
    if (isGatewayError(response.status)) {
      const answers = typeof data === 'object' && data !== null
      parts.noteConnection?.(answers)
      if (!answers) throw new InstanceError(t.unreachable, { kind: 'unreachable', status: response.status })
    }
    const error = readError(response.status, data, response.headers.get('Retry-After'))
    throw readsQuotes ? error : filterRefusal(error, call.params?.filter)
  }

  function rejectIfLocked(call: Call): void {
    const block = !call.evenLocked && isWrite(call) ? parts.writeBlock() : null
    if (block) throw new InstanceError(block, { kind: 'locked' })
  }

  async function exchange(call: Call, key?: string): Promise<Response> {
    rejectIfLocked(call)
    if (renewal) await renewal
    return key === undefined ? attempt(call, session.current()?.session_token) : attempt(call, undefined, key)
  }

  /** Failed calls are handled by the server's original message; it is translated afterwards. */
  async function send<T>(call: Call): Promise<Reply<T>> {
    try {
      return await withFallback(call, (variant) => sendRenewing<T>(variant))
    } catch (error) {
      throw await translated(error)
    }
  }

  async function sendRenewing<T>(call: Call): Promise<Reply<T>> {
    rejectIfLocked(call)
    if (call.verb === 'GET' && parts.mayRead && !(await parts.mayRead(call.path)))
      throw new InstanceError(t.notAllowed, { status: 403, code: 403 })
    if (renewal && !call.ignore401 && !call.path.includes('/session')) await renewal

    const token = session.current()?.session_token
    try {
      return await sendOnce<T>(call, token)
    } catch (error) {
      if (!(error instanceof InstanceError) || error.kind === 'unreachable') throw error
      const remedy = recoveryFor({
        path: call.path,
        status: error.status,
        code: error.code,
        message: error.message,
        ignore401: call.ignore401 ?? false,
        signedIn: session.current() !== null,
        quietPage: parts.neverPrompts(),
      })
      if (remedy === 'none') throw error
      const renewedMeanwhile = session.current()?.session_token !== token
      if (!renewedMeanwhile && !(await renew(remedy, messageOf(await translated(error))))) throw error
      return sendOnce<T>(call, session.current()?.session_token)
    }
  }

  const externalAddress = (path: string, params?: Params) =>
    address(path, params, settings.relayedUrl || settings.instanceUrl)
  return { send, exchange, address, externalAddress }
}

/** Translates an error to the page's language. */
async function translated(error: unknown): Promise<unknown> {
  if (language() === 'en') return error
  const sentences = await import('./server-sentences.ts').catch(() => null)
  return sentences === null ? error : sentences.translateError(error)
}

/** Sent by an instance, or by a proxy whose instance does not respond. */
function isGatewayError(status: number): boolean {
  return [502, 503, 504].includes(status)
}

/** Whether a request changes something. Own sessions and passwords are excepted, since users could not sign in or out otherwise. */
export function isWrite({ verb, path }: Pick<Call, 'verb' | 'path'>): boolean {
  if (verb === 'GET') return false
  return !/^(user|system\/admin)\/(session|password)$|^user\/register$/.test(path)
}

/** Rewrites the filter for servers that split filters as text. */
function withTextFilter(call: Call): Call {
  const filter = call.params?.filter
  return typeof filter === 'string'
    ? { ...call, params: { ...call.params, filter: asTextFilter(filter).filter } }
    : call
}

function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !(body instanceof Blob) && !(body instanceof FormData)
}
