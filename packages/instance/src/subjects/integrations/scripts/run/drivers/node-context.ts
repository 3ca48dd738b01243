import type { DriverCall } from '../protocol.ts'
import type { ContextParts } from './node-globals.ts'

/** The interface of the context to its process; all strings are JSON. */
export interface ScriptContext {
  /** Runs the body, once. */
  start(job: string, body: (event: unknown, platform: unknown, require: unknown) => unknown): void
  answer(call: number, answer: string): void
  fire(timer: number): void
  fail(error: unknown): void
  /** The outcome once nothing is pending; `null` before. */
  outcome(): string | null
}

/** The interface of the process to the context. Its functions must not throw, and scripts must not get hold of them. */
export interface WorldHost {
  call(call: string): void
  timer(id: number, milliseconds: number): void
  clear(id: number): void
  settled(): void
  /** `null`: not available to scripts. */
  module(name: string): unknown
  /** The source of a library, compiled as a function of `module`, `exports` and `require`; `null`: no such library. */
  library(name: string): ((module: object, exports: object, require: unknown) => void) | null
  global(name: string): unknown
}

/**
 * Evaluated from its source text inside a fresh context, so that every object that a script can reach belongs to that context.
 * Therefore it must not refer to anything outside itself.
 */
export function createScriptContext(
  host: WorldHost,
  longestOutput: number,
  { linkBodies, scriptGlobals }: ContextParts,
): ScriptContext {
  const { parse, stringify } = JSON
  type Callback = (...callArguments: unknown[]) => unknown
  type Fields = Record<string, unknown>
  const calls = new Map<number, { callback: Callback | null; resolve: (answer: unknown) => void }>()
  const timers = new Map<number, { callback: Callback; again: number | null; waits: boolean }>()
  let ids = 0
  let ended = false
  let failure: Fields | null = null
  let event: unknown = null
  let returned: unknown
  let output = ''
  let name = ''
  let unlink = () => {}

  /** A number with more digits than a JavaScript number holds: calculates as a number, serializes with all digits. */
  class Digits {
    readonly #text: string
    constructor(text: string) {
      this.#text = text
    }
    valueOf() {
      return Number(this.#text)
    }
    toString() {
      return this.#text
    }
    toJSON(): unknown {
      return Reflect.get(JSON, 'rawJSON')(this.#text)
    }
  }
  function exact(_key: string, value: unknown, from: { source?: string } = {}): unknown {
    const { source = '' } = from
    return typeof value === 'number' && source.length > 15 && String(value) !== source ? new Digits(source) : value
  }
  const read = (text: string) => (/\d{15}/.test(text) ? parse(text, exact) : parse(text))

  const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
  const numberOf = (...candidates: unknown[]) => candidates.find((value) => Number.isInteger(value))

  function lineOf(stack: unknown): number | undefined {
    if (typeof stack !== 'string') return undefined
    const at = stack.indexOf(`${name}:`)
    const line = at < 0 ? Number.NaN : Number.parseInt(stack.slice(at + name.length + 1), 10)
    return line > 0 ? line : undefined
  }

  function fail(error: unknown): void {
    if (failure !== null) return
    try {
      if (!isFields(error)) failure = { message: typeof error === 'string' ? error : (stringify(error) ?? 'undefined') }
      else {
        const message = typeof error.message === 'string' && error.message !== '' ? error.message : stringify(error)
        const status = numberOf(error.status_code, error.statusCode, error.status)
        failure = { message, status, code: numberOf(error.code), line: lineOf(error.stack) }
      }
    } catch {
      failure = { message: 'The script threw a value that cannot be shown.' }
    }
  }

  function attempt(callback: Callback, ...callArguments: unknown[]): void {
    try {
      const result = callback(...callArguments)
      if (result instanceof Promise) result.catch(fail)
    } catch (error) {
      fail(error)
    }
  }

  function shown(value: unknown): string {
    if (typeof value === 'string') return value
    if (value instanceof Error) return value.stack ?? String(value)
    try {
      return (typeof value === 'object' ? stringify(value) : undefined) ?? String(value)
    } catch {
      return '[object]'
    }
  }

  function print(...values: unknown[]): void {
    if (output.length > longestOutput) return
    output += `${values.map(shown).join(' ')}\n`
    if (output.length > longestOutput) output = `${output.slice(0, longestOutput)}\n…`
  }

  function texts(value: unknown): Record<string, string> {
    if (!isFields(value)) return {}
    const filled = Object.entries(value).filter(([, each]) => each !== null && each !== undefined)
    return Object.fromEntries(filled.map(([key, each]) => [key, typeof each === 'string' ? each : shown(each)]))
  }

  function call(verb: unknown, path: unknown, payload: unknown, options: unknown, then: unknown): Promise<unknown> {
    if (typeof path !== 'string') throw new TypeError('The first argument of a call must be a path.')
    const callOptions = isFields(options) ? options : {}
    const split = 'headers' in callOptions || 'parameters' in callOptions
    const driverCall: Omit<DriverCall, 'type' | 'call'> = {
      verb: String(verb).toUpperCase(),
      path,
      payload,
      headers: texts(split ? callOptions.headers : callOptions),
      parameters: texts(callOptions.parameters),
    }
    ids += 1
    const id = ids
    const text = stringify({ type: 'call', call: id, ...driverCall })
    const { promise, resolve } = Promise.withResolvers<unknown>()
    calls.set(id, { callback: typeof then === 'function' ? (...args) => then(...args) : null, resolve })
    withOwnErrors(() => host.call(text))
    return promise
  }

  const withPayload = (verb: string) => (path: unknown, payload: unknown, options: unknown, then: unknown) =>
    typeof options === 'function' ? call(verb, path, payload, {}, options) : call(verb, path, payload, options, then)
  const callGet = withPayload('GET')
  const api = {
    // In the API's other languages, a payload comes before the options.
    get: (path: unknown, options: unknown, then: unknown, last: unknown) =>
      isFields(then) ? callGet(path, options, then, last) : callGet(path, null, options, then),
    post: withPayload('POST'),
    put: withPayload('PUT'),
    patch: withPayload('PATCH'),
    delete: withPayload('DELETE'),
    call,
  }

  function later(repeat: boolean, waits = true) {
    return (callback: unknown, milliseconds: unknown, ...callArguments: unknown[]) => {
      if (typeof callback !== 'function') throw new TypeError('The callback must be a function.')
      const wait = Math.max(1, Number(milliseconds) || 0)
      ids += 1
      timers.set(ids, { callback: () => callback(...callArguments), again: repeat ? wait : null, waits })
      withOwnErrors(() => host.timer(ids, wait))
      return ids
    }
  }

  function clear(id: unknown): void {
    if (typeof id === 'number' && timers.delete(id)) withOwnErrors(() => host.clear(id))
  }

  /** Errors of the process, such as stack overflows, belong to its realm and must not reach scripts. */
  function withOwnErrors<T>(work: () => T): T {
    try {
      return work()
    } catch {
      throw new Error('The process that runs the script could not do this.')
    }
  }

  const libraries = new Map<string, { exports: object }>()
  function requireModule(name: unknown): unknown {
    const wanted = String(name).replace(/^node:/, '')
    const found =
      withOwnErrors(() => host.module(wanted)) ?? requireLibrary(wanted.replace(/^\.\/|(?:\.min)?(?:\.js)?$/g, ''))
    if (found === null) throw new Error(`The module '${wanted}' is not available to scripts.`)
    return found
  }

  function requireLibrary(wanted: string): unknown {
    const known = libraries.get(wanted)
    if (known !== undefined) return known.exports
    const body = withOwnErrors(() => host.library(wanted))
    if (body === null) return null
    const libraryModule = { exports: {} }
    libraries.set(wanted, libraryModule)
    body(libraryModule, libraryModule.exports, requireModule)
    return libraryModule.exports
  }

  function hidden(target: object, members: Record<string, unknown>): void {
    for (const [key, value] of Object.entries(members))
      Object.defineProperty(target, key, { value, writable: true, configurable: true })
  }

  hidden(globalThis, {
    console: { log: print, info: print, warn: print, error: print, debug: print, trace: print, dir: print },
    setTimeout: later(false),
    setInterval: later(true),
    setImmediate: (callback: unknown, ...callArguments: unknown[]) => later(false)(callback, 0, ...callArguments),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
    ...scriptGlobals({ attempt, later: later(false, false) }),
  })
  // `prepareStackTrace` receives the functions on the stack, also those of other realms, so it is disabled.
  Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set: () => undefined, configurable: false })
  Object.defineProperty(globalThis, 'Error', { value: Error, writable: false, configurable: false })

  for (const key of ['Buffer', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'atob', 'btoa'])
    hidden(globalThis, { [key]: host.global(key) })

  return {
    start(job, body) {
      const jobFields = read(job)
      name = jobFields.name
      event = jobFields.event
      unlink = linkBodies(jobFields.event, host.global('Buffer'))
      hidden(jobFields.event, {
        setResponse(content: unknown, status: unknown = 200, type: unknown = 'application/json') {
          jobFields.event.response = { content, status_code: status, content_type: type }
        },
        setRequest(request: unknown) {
          jobFields.event.request = request
        },
        setReturn(value: unknown) {
          returned = value
        },
      })
      const settled = (value: unknown) => {
        if (value !== undefined) returned = value
        ended = true
        host.settled()
      }
      const failed = (error: unknown) => {
        fail(error)
        host.settled()
      }
      try {
        Promise.resolve(
          body(jobFields.event, { api, session: jobFields.session, config: jobFields.config }, requireModule),
        ).then(settled, failed)
      } catch (error) {
        failed(error)
      }
    },
    answer(id, text) {
      const waiting = calls.get(id)
      calls.delete(id)
      if (waiting === undefined) return
      const { status, reason, content_type, headers, body: rawBody } = parse(text)
      const buffers = host.global('Buffer')
      const isBytes = isFields(rawBody) && typeof buffers === 'function'
      const body = isBytes ? Reflect.get(buffers, 'from')(rawBody.data, 'base64') : rawBody
      let content = body
      try {
        if (!isBytes && /\bjson\b/.test(content_type)) content = read(body)
      } catch {
        content = body
      }
      const names = { status_code: status, statusCode: status, statusMessage: reason }
      const response = { ...names, content_type, headers, content, body }
      if (waiting.callback !== null) attempt(waiting.callback, body, response)
      waiting.resolve(response)
    },
    fire(id) {
      const timer = timers.get(id)
      if (timer === undefined) return
      if (timer.again === null) timers.delete(id)
      else host.timer(id, timer.again)
      attempt(timer.callback)
    },
    fail,
    outcome() {
      if (failure === null && (!ended || calls.size > 0 || [...timers.values()].some(({ waits }) => waits))) return null
      try {
        if (failure === null) unlink()
        if (failure === null) return stringify({ type: 'done', ok: true, event, returned, output })
      } catch (error) {
        fail(error)
      }
      return stringify({ type: 'done', ok: false, error: failure, output })
    },
  }
}
