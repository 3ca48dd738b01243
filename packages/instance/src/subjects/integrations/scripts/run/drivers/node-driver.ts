import type { DriverAnswer, DriverRun } from '../protocol.ts'
import { createScriptContext, type ScriptContext, type WorldHost } from './node-context.ts'
import { linkBodies, scriptGlobals } from './node-globals.ts'

/** Most characters of console output that are stored per run. */
export const longestOutput = 64 * 1024

/**
 * The main function of the process, evaluated from its source text; it must not refer to anything outside itself. Each run has
 * its own context, created ahead of time.
 */
function drive(worldSource: string, longest: number): void {
  const { process } = globalThis
  const vm = process.getBuiltinModule('node:vm')
  const fs = process.getBuiltinModule('node:fs')
  const exit = process.exit.bind(process)
  const load = process.getBuiltinModule.bind(process)
  const open = [
    'assert',
    'buffer',
    'crypto',
    'events',
    'path',
    'querystring',
    'stream',
    'string_decoder',
    'url',
    'util',
    'zlib',
  ]
  const modules = new Map(open.map((name) => [name, () => load(`node:${name}`)]))
  const { Buffer, URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa } = globalThis
  const globals = new Map<string, unknown>(
    Object.entries({ Buffer, URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa }),
  )
  const { setTimeout, setImmediate, clearTimeout } = globalThis
  // Stack traces expose neither strict functions nor their receivers.
  const world = new vm.Script(`'use strict';(${worldSource})`, { filename: 'millwright' })
  const compiled = new Map<string, InstanceType<typeof vm.Script>>()

  // The driver keeps its own references, as scripts can modify the shared classes.
  const bytesOf = Buffer.from.bind(Buffer)
  // Errors of modules that scripts can use are created in this realm, where intrinsics are frozen, so their stack traces cannot
  // be intercepted either.
  Object.defineProperty(globalThis, 'Error', { value: Error, writable: false, configurable: false })

  let libraries: DriverRun['libraries']
  let current: ScriptContext | null = null
  let timers = new Map<number, NodeJS.Timeout>()
  let next = fresh()

  /** A context that no script has used. */
  function fresh() {
    const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { codeGeneration: { strings: true, wasm: false } })
    const holder: { world: ScriptContext | null } = { world: null }
    const isCurrent = () => holder.world !== null && holder.world === current
    const host: WorldHost = {
      call(text) {
        if (isCurrent()) write(text)
      },
      timer(id, milliseconds) {
        if (!isCurrent()) return
        const fire = () => enter(() => holder.world?.fire(id))
        timers.set(id, setTimeout(fire, milliseconds))
      },
      clear(id) {
        clearTimeout(timers.get(id))
      },
      settled() {
        if (isCurrent()) setImmediate(finish)
      },
      module: (name) => modules.get(name)?.() ?? null,
      library: (name) => (isCurrent() ? libraryIn(context, name) : null),
      global: (name) => globals.get(name),
    }
    holder.world = world.runInContext(context)(host, longest)
    return { context, world: holder.world }
  }

  function libraryIn(context: object, name: string): ReturnType<WorldHost['library']> {
    const source = libraries !== undefined && Object.hasOwn(libraries, name) ? libraries[name] : undefined
    if (source === undefined) return null
    const text = `(function (module, exports, require) {\n${source}\n})`
    const script = compiled.get(text) ?? new vm.Script(text, { filename: name })
    compiled.set(text, script)
    const body: unknown = script.runInContext(context)
    return typeof body === 'function' ? (...callArguments) => void Reflect.apply(body, undefined, callArguments) : null
  }

  function enter(work: () => void): void {
    work()
    setImmediate(finish)
  }

  function finish(): void {
    const outcome = current?.outcome() ?? null
    if (outcome === null) return
    for (const timer of timers.values()) clearTimeout(timer)
    timers = new Map()
    current = null
    write(outcome)
    next = fresh()
  }

  function compile({ source, name }: DriverRun): InstanceType<typeof vm.Script> {
    const known = compiled.get(source)
    if (known !== undefined) return known
    const text = `(async function (event, platform, require) {\n${source}\n})`
    const script = new vm.Script(text, { filename: name, lineOffset: -1 })
    compiled.set(source, script)
    return script
  }

  function run(message: DriverRun, text: string): void {
    const { context, world: inside } = next
    current = inside
    libraries = message.libraries
    let body: unknown
    try {
      body = compile(message).runInContext(context)
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? '') : ''
      const line = Number.parseInt(stack.slice(message.name.length + 1), 10)
      const reason = error instanceof Error ? error.message : String(error)
      const failure = { kind: 'syntax', message: reason, line: line > 0 ? line : undefined }
      current = null
      write(JSON.stringify({ type: 'done', ok: false, error: failure, output: '' }))
      next = fresh()
      return
    }
    enter(() => {
      if (typeof body === 'function')
        inside?.start(text, (...callArguments) => Reflect.apply(body, undefined, callArguments))
      else inside?.fail('The script is not a valid function body.')
    })
  }

  function receive(line: string): void {
    const message: DriverRun | DriverAnswer = JSON.parse(line)
    if (message.type === 'run') run(message, line)
    else enter(() => current?.answer(message.call, line))
  }

  /** Writes to the file descriptor: a stream would be a socket, from which others could be created. */
  function write(text: string): void {
    const bytes = bytesOf(`${text}\n`)
    for (let from = 0; from < bytes.length; from += fs.writeSync(1, bytes, from));
  }

  const decoder = new TextDecoder()
  const piece = Buffer.alloc(64 * 1024)
  let pending: string[] = []
  function read(): void {
    fs.read(0, piece, 0, piece.length, null, (error, length) => {
      if (error !== null || length === 0) return exit(0)
      const [first = '', ...more] = decoder.decode(piece.subarray(0, length), { stream: true }).split('\n')
      pending.push(first)
      for (const next of more) {
        const line = pending.join('')
        pending = [next]
        receive(line)
      }
      read()
    })
  }

  process.on('unhandledRejection', (error) => enter(() => current?.fail(error)))
  const closed = ['process', 'require', 'module', 'exports', 'fetch', 'WebSocket', 'EventSource', 'Worker']
  for (const name of closed) Reflect.deleteProperty(globalThis, name)
  // A script that gets hold of `process` despite all this finds no way to load modules.
  const loading = ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'kill', '_kill', 'execve', 'mainModule']
  const streams = ['stdin', 'stdout', 'stderr', 'openStdin', '_getActiveHandles', '_getActiveRequests']
  for (const name of [...loading, ...streams, '_debugProcess', 'report', 'env']) Reflect.deleteProperty(process, name)
  read()
}

const contextSource = `(host, longest) => (${createScriptContext})(host, longest, { linkBodies: ${linkBodies}, scriptGlobals: ${scriptGlobals} })`

/** The driver for Node.js scripts. */
export const nodeDriver = `'use strict';(${drive})(${JSON.stringify(contextSource)}, ${longestOutput})`
