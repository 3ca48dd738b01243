import { asTextFilter } from '@millwright/contract/filter/as-text'
import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import type { Verb } from '@millwright/contract/verbs'
import type { Session } from '@millwright/contract/wire/session'
import { language } from '../language/language.ts'
import { type AnswerForm, type ParseText, type Reply, readAnswer } from './answer.ts'
import { remedyFor } from './failed-call.ts'
import { InstanceError, messageOf, readError } from './instance-error.ts'
import { t } from './messages.ts'
import type { SessionStore } from './session.ts'
import type { ConsoleSettings } from './settings.ts'
import { filterRefusal } from './text-filters.ts'
import type { Upload } from './upload.ts'
import { wholeRecords } from './whole-records.ts'

export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Call {
  verb: Verb
  /** Below the prefix, without a leading slash: `system/admin/3`. */
  path: string
  /** Null and undefined are left out. */
  params?: Params
  /** An object travels as JSON; text and blobs as they are, with the content type from `headers`. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Goes through although the console holds writes back. */
  evenLocked?: boolean
  /** A 401 is an answer like another: no refresh, no asking to sign in. */
  ignore401?: boolean
  signal?: AbortSignal | undefined
  /** Is told how much of the body is sent, a share from 0 to 1, where the browser says it. */
  onSent?: ((share: number) => void) | undefined
  /** `blob` or `stream` for downloads. */
  as?: AnswerForm
  /** Reads the JSON of the answer in another way than usual, for numbers with all their digits. */
  parse?: ParseText
}

export interface TransportParts {
  fetch: typeof globalThis.fetch
  /** For calls that want to know how far they are; without it they go as the others. */
  upload?: Upload
  settings: ConsoleSettings
  /** Of the app in whose name calls are made now; absent: the one of the settings. */
  apiKey?: () => string
  session: SessionStore
  /** Asks the person to sign in again; false: they would not. */
  askToSignIn: (reason: string) => Promise<boolean>
  /** Why writes are held back now, in a sentence. */
  writeBlock: () => string | null
  /** The name under which this server wraps lists. */
  wrapper: () => string
  quietPage: () => boolean
  /** Told after each call whether the instance answered it. */
  noteConnection?: (answers: boolean) => void
  /** Whether this server leaves alone what stands in quotes in a filter; absent: it does. Others take filters apart as text. */
  readsQuotes?: () => boolean
}

export interface Transport {
  send<T>(call: Call): Promise<Reply<T>>
  /**
   * One call with its answer as it comes, whatever the status: nothing is renewed, repeated or read. With the `key` of an app
   * the call is that app's, without a session.
   */
  exchange(call: Call, key?: string): Promise<Response>
  /** The whole address of a path, for a redirect of the browser. */
  address(path: string, params?: Params): string
}

/** The way to an instance: credentials on every call, one renewal of the session for all calls that need it, one retry. */
export function createTransport(parts: TransportParts): Transport {
  const { settings, session } = parts
  const withFallback = wholeRecords()
  let renewal: Promise<boolean> | null = null

  const address = (path: string, params: Params = {}) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) {
      if (value !== null && value !== undefined) query.set(name, String(value))
    }
    const text = query.toString()
    return `${settings.instanceUrl}${settings.apiPrefix}/${path}${text ? `?${text}` : ''}`
  }

  async function attempt(
    call: Call,
    token: string | undefined,
    key = parts.apiKey?.() ?? settings.apiKey,
  ): Promise<Response> {
    const headers = new Headers({ Accept: 'application/json', ...call.headers })
    if (key) headers.set(apiKeyHeader, key)
    if (token) headers.set(sessionTokenHeader, token)
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

  /** One renewal serves every call that failed with the same token. */
  function renew(how: 'refresh' | 'sign-in', reason: string): Promise<boolean> {
    renewal ??= (how === 'refresh' ? refresh(reason) : parts.askToSignIn(reason)).finally(() => {
      renewal = null
    })
    return renewal
  }

  async function refresh(reason: string): Promise<boolean> {
    const path = session.current()?.is_sys_admin ? 'system/admin/session' : 'user/session'
    try {
      const { data } = await sendOnce<Session>({ verb: 'PUT', path }, session.current()?.session_token)
      if (data.session_token) {
        session.update(data)
        return true
      }
    } catch (error) {
      if (error instanceof InstanceError && error.kind === 'unreachable') throw error
    }
    return parts.askToSignIn(reason)
  }

  async function sendOnce<T>(call: Call, token: string | undefined): Promise<Reply<T>> {
    const readsQuotes = parts.readsQuotes?.() ?? true
    const response = await attempt(readsQuotes ? call : withTextFilter(call), token)
    if (response.ok) return readAnswer<T>(response, call.as ?? 'data', parts.wrapper(), call.parse)
    const { data } = await readAnswer<unknown>(response, 'data', parts.wrapper())
    // A proxy that finds nobody behind it answers with a page of its own.
    if (isGatewayError(response.status)) {
      const answers = typeof data === 'object' && data !== null
      parts.noteConnection?.(answers)
      if (!answers) throw new InstanceError(t.unreachable, { kind: 'unreachable', status: response.status })
    }
    const error = readError(response.status, data, response.headers.get('Retry-After'))
    throw readsQuotes ? error : filterRefusal(error, call.params?.filter)
  }

  function refuseLocked(call: Call): void {
    const block = !call.evenLocked && changesSomething(call) ? parts.writeBlock() : null
    if (block) throw new InstanceError(block, { kind: 'locked' })
  }

  async function exchange(call: Call, key?: string): Promise<Response> {
    refuseLocked(call)
    if (renewal) await renewal
    return key === undefined ? attempt(call, session.current()?.session_token) : attempt(call, undefined, key)
  }

  /** What becomes of a failed call is decided by the words of the server; people read it in their language. */
  async function send<T>(call: Call): Promise<Reply<T>> {
    try {
      return await withFallback(call, (asked) => sendRenewing<T>(asked))
    } catch (error) {
      throw await said(error)
    }
  }

  async function sendRenewing<T>(call: Call): Promise<Reply<T>> {
    refuseLocked(call)
    if (renewal && !call.ignore401 && !call.path.includes('/session')) await renewal

    const token = session.current()?.session_token
    try {
      return await sendOnce<T>(call, token)
    } catch (error) {
      if (!(error instanceof InstanceError) || error.kind === 'unreachable') throw error
      const remedy = remedyFor({
        path: call.path,
        status: error.status,
        code: error.code,
        message: error.message,
        ignore401: call.ignore401 ?? false,
        signedIn: session.current() !== null,
        quietPage: parts.quietPage(),
      })
      if (remedy === 'none') throw error
      const renewedMeanwhile = session.current()?.session_token !== token
      if (!renewedMeanwhile && !(await renew(remedy, messageOf(await said(error))))) throw error
      return sendOnce<T>(call, session.current()?.session_token)
    }
  }

  return { send, exchange, address }
}

/** An error in the reader's language. */
async function said(error: unknown): Promise<unknown> {
  if (language() === 'en') return error
  const sentences = await import('./server-sentences.ts').catch(() => null)
  return sentences === null ? error : sentences.inTheirLanguage(error)
}

/** Of an instance, or of a proxy before one that does not answer. */
function isGatewayError(status: number): boolean {
  return [502, 503, 504].includes(status)
}

/** Own sessions and passwords may always be written, or nobody could come in or leave. */
export function changesSomething({ verb, path }: Pick<Call, 'verb' | 'path'>): boolean {
  if (verb === 'GET') return false
  return !/^(user|system\/admin)\/(session|password)$|^user\/register$/.test(path)
}

/** With a filter that a server understands that takes it apart as text. */
function withTextFilter(call: Call): Call {
  const filter = call.params?.filter
  return typeof filter === 'string'
    ? { ...call, params: { ...call.params, filter: asTextFilter(filter).filter } }
    : call
}

function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !(body instanceof Blob) && !(body instanceof FormData)
}
