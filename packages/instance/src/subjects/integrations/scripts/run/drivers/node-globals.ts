import type { linkBodies } from './node-bodies.ts'

type Callback = (...given: unknown[]) => unknown

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
    function keep<T>(from: object, made: T): T {
      known.set(from, made)
      return made
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
        const made = keep(each, new Map<unknown, unknown>())
        for (const [key, member] of each) made.set(clone(key), clone(member))
        return made
      }
      if (each instanceof Set) {
        const made = keep(each, new Set<unknown>())
        for (const member of each) made.add(clone(member))
        return made
      }
      const made: object = keep(each, Array.isArray(each) ? new Array(each.length) : {})
      for (const [name, member] of Object.entries(each)) {
        const copied = { value: clone(member), writable: true, enumerable: true, configurable: true }
        Object.defineProperty(made, name, copied)
      }
      return made
    }
    return clone(value)
  }

  function queueMicrotask(callback: unknown): void {
    if (typeof callback !== 'function') throw new TypeError('The callback must be a function.')
    Promise.resolve().then(() => attempt(() => callback()))
  }

  return { AbortController, AbortSignal, structuredClone, queueMicrotask, global: globalThis }
}
