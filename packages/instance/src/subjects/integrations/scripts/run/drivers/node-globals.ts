type Fields = Record<string, unknown>

/**
 * Prepares the bodies of an event for a script: bytes as a `Buffer`, and `records` beside the body, its records as one list however they are
 * wrapped. The items of the list are those of the body, so changes to them are changes of the body. The returned function removes the
 * list, after it has put one that is no longer the body's own in place of the records, and the bytes that the script received.
 *
 * Evaluated from its source text inside the context of scripts, so it must not refer to anything outside itself.
 */
export function linkBodies(event: Fields, buffers: unknown): () => void {
  const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
  const isRecord = (value: unknown): value is Fields =>
    isFields(value) && !Array.isArray(value) && !ArrayBuffer.isView(value)

  /** Bytes arrive as Node.js writes a `Buffer`, with Base64. */
  function bytesIn(value: unknown): unknown {
    if (!isRecord(value) || value.type !== 'Buffer' || typeof value.data !== 'string') return null
    return typeof buffers === 'function' ? Reflect.get(buffers, 'from')(value.data, 'base64') : null
  }

  function link(owner: unknown, member: string): () => void {
    if (!isRecord(owner)) return () => undefined
    const body = owner[member]
    const inner = isRecord(body) && 'resource' in body ? body.resource : body
    const isList = Array.isArray(inner) && inner.every(isRecord)
    const isOne = isRecord(inner) && Object.keys(inner).some((key) => key !== 'error' && key !== 'ids')
    const list: unknown[] = isList ? inner : isOne ? [inner] : []
    owner.records = list
    return () => {
      const now = owner.records
      delete owner.records
      const isOwn = now === list && (isList || (isOne ? list.length === 1 && list[0] === inner : list.length === 0))
      if (isOwn || !Array.isArray(now) || owner[member] !== body) return
      const put: unknown = isOne && now.length === 1 ? now[0] : now
      if (inner !== body && isRecord(body)) body.resource = put
      else owner[member] = isList || (isOne && now.length === 1) ? put : { resource: now }
    }
  }

  const { request, response } = event
  const bytes = isRecord(request) ? bytesIn(request.payload) : null
  if (isRecord(request) && bytes !== null) request.payload = bytes
  const links = [link(request, 'payload'), link(response, 'content')]
  return () => {
    for (const unlink of links) unlink()
    if (isRecord(request) && bytes !== null && request.payload === bytes) request.payload = null
  }
}

type Callback = (...callArguments: unknown[]) => unknown

/** What the context of a script offers these. */
export interface GlobalsHost {
  /** Runs a callback; what it throws fails the run. */
  readonly attempt: (callback: Callback) => void
  /** Runs a callback later, unless the run ends before. */
  readonly later: (callback: Callback, milliseconds: number) => void
}

/** The functions that the context of a script consists of besides its own, by their source texts. */
export interface ContextParts {
  readonly linkBodies: typeof linkBodies
  readonly scriptGlobals: typeof scriptGlobals
}

/**
 * Returns what libraries expect of a global object besides the language, made inside the context of a script: objects of the process must
 * not reach it. Evaluated from its source text; it must not refer to anything outside itself.
 */
export function scriptGlobals({ attempt, later }: GlobalsHost) {
  function named(name: string, message: string): Error {
    const error = new Error(message)
    error.name = name
    return error
  }

  const listening = new WeakMap<object, Set<unknown>>()

  class AbortSignal {
    aborted = false
    reason: unknown = undefined
    onabort: unknown = null

    static abort(reason?: unknown): AbortSignal {
      const { signal, abort } = abortable()
      abort(reason)
      return signal
    }

    static timeout(milliseconds: number): AbortSignal {
      const { signal, abort } = abortable()
      later(() => abort(named('TimeoutError', 'The operation was aborted due to timeout')), milliseconds)
      return signal
    }

    static any(signals: Iterable<AbortSignal>): AbortSignal {
      const { signal, abort } = abortable()
      for (const each of signals) {
        if (each.aborted) abort(each.reason)
        else each.addEventListener('abort', () => abort(each.reason))
      }
      return signal
    }

    addEventListener(type: unknown, listener: unknown): void {
      const listeners = listening.get(this) ?? new Set()
      listening.set(this, listeners)
      if (type === 'abort') listeners.add(listener)
    }

    removeEventListener(_type: unknown, listener: unknown): void {
      listening.get(this)?.delete(listener)
    }

    throwIfAborted(): void {
      if (this.aborted) throw this.reason
    }
  }

  function abortable() {
    const signal = new AbortSignal()
    const abort = (reason: unknown = named('AbortError', 'This operation was aborted')) => {
      if (signal.aborted) return
      signal.aborted = true
      signal.reason = reason
      const event = { type: 'abort', target: signal }
      for (const listener of [signal.onabort, ...(listening.get(signal) ?? [])]) {
        if (typeof listener === 'function') attempt(() => listener.call(signal, event))
      }
    }
    return { signal, abort }
  }

  class AbortController {
    readonly signal: AbortSignal
    readonly abort: (reason?: unknown) => void
    constructor() {
      const { signal, abort } = abortable()
      this.signal = signal
      this.abort = abort
    }
  }

  /** Copies values, with what they refer to and in circles; of typed arrays and buffers their elements. */
  function structuredClone(value: unknown): unknown {
    const known = new Map<object, unknown>()
    function keep<T>(from: object, copy: T): T {
      known.set(from, copy)
      return copy
    }
    function clone(each: unknown): unknown {
      if (typeof each === 'function' || typeof each === 'symbol') {
        throw named('DataCloneError', `${String(each)} could not be cloned.`)
      }
      if (typeof each !== 'object' || each === null) return each
      if (known.has(each)) return known.get(each)
      if (each instanceof Date) return keep(each, new Date(each.getTime()))
      if (each instanceof RegExp) return keep(each, new RegExp(each.source, each.flags))
      if (each instanceof Error) return keep(each, named(each.name, each.message))
      if (each instanceof ArrayBuffer) return keep(each, each.slice(0))
      if (ArrayBuffer.isView(each)) return keep(each, Reflect.apply(Uint8Array.prototype.slice, each, []))
      if (each instanceof Map) {
        const copy = keep(each, new Map<unknown, unknown>())
        for (const [key, member] of each) copy.set(clone(key), clone(member))
        return copy
      }
      if (each instanceof Set) {
        const copy = keep(each, new Set<unknown>())
        for (const member of each) copy.add(clone(member))
        return copy
      }
      const copy: object = keep(each, Array.isArray(each) ? new Array(each.length) : {})
      for (const [name, member] of Object.entries(each)) {
        const copied = { value: clone(member), writable: true, enumerable: true, configurable: true }
        Object.defineProperty(copy, name, copied)
      }
      return copy
    }
    return clone(value)
  }

  function queueMicrotask(callback: unknown): void {
    if (typeof callback !== 'function') throw new TypeError('The callback must be a function.')
    Promise.resolve().then(() => attempt(() => callback()))
  }

  return { AbortController, AbortSignal, structuredClone, queueMicrotask, global: globalThis }
}
