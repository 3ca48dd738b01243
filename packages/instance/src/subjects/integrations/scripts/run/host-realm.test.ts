import { afterAll, describe, expect, it } from 'vitest'
import type { CallApi, ScriptJob } from '../../../../gateway/ports/script-runner.ts'
import { createScriptRunner } from './create-script-runner.ts'

const runner = createScriptRunner({
  bounds: { time: 10_000, memory: 64, calls: 500 },
  processes: 2,
  hidden: import.meta.dirname,
})
afterAll(() => runner.close())

const api: CallApi = async () => ({ status: 200, contentType: 'application/json', headers: {}, body: '{"a":[1]}' })

function run(source: string) {
  const platform = { session: { user: null }, config: {} }
  const job: ScriptJob = { language: 'nodejs', source, name: 'a.get', event: { a: 1 }, platform, api, depth: 0 }
  return runner.run(job)
}

/** Records everything that a script can reach, and returns what belongs to another realm. */
const notes = `
const got = []
const isForeign = (value) => {
  if (value === Function.prototype || value === Object.prototype) return false
  if (typeof value === 'function') return !(value instanceof Function)
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== null && !(value instanceof Object)
}
const foreign = () => got.flatMap((value) => {
  const parts = [value]
  for (const name of ['constructor', 'caller', 'arguments', 'prototype', '__proto__', 'cause']) {
    try { parts.push(value[name], value[name]?.constructor) } catch {}
  }
  return parts.filter(isForeign).map((each) => { try { return Reflect.apply(Function.prototype.toString, each, []) } catch { return typeof each } })
})
const sites = (_, all) => {
  for (const site of all) got.push(site, site.getFunction(), site.getThis())
  return 'formatted'
}
const deep = (work) => { try { deep(work) } catch (error) { got.push(error); work() } }
const caught = (work) => { try { return work() } catch (error) { got.push(error) } }
`

/** Ways in which a script may try to reach a function of its process. */
const attempts: readonly (readonly [what: string, source: string])[] = [
  ['formatting stack traces', 'Error.prepareStackTrace = sites; got.push(new Error().stack)'],
  [
    'formatting those of the process',
    "Error.prepareStackTrace = sites; caught(() => require('nothing')); got.at(-1).stack",
  ],
  ['another Error', 'globalThis.Error = { prepareStackTrace: sites }; got.push(new TypeError().stack)'],
  [
    'defining the formatter',
    "caught(() => Object.defineProperty(Error, 'prepareStackTrace', { value: sites })); new Error().stack",
  ],
  [
    'defining Error',
    "caught(() => Object.defineProperty(globalThis, 'Error', { value: { prepareStackTrace: sites } })); new Error().stack",
  ],
  [
    'deleting Error',
    'delete globalThis.Error; delete Error.prepareStackTrace; Error.prepareStackTrace = sites; new Error().stack',
  ],
  [
    'a formatter that is inherited',
    'class Own extends Error { static prepareStackTrace = sites }; new Own().stack; Function.prototype.prepareStackTrace = sites; new Error().stack',
  ],
  [
    'a captured stack trace',
    'Error.prepareStackTrace = sites; const own = {}; Error.captureStackTrace(own); got.push(own.stack)',
  ],
  [
    'a stack trace in a call',
    'Error.prepareStackTrace = sites; platform.api.get({ toString() { return new Error().stack } }.toString())',
  ],
  [
    'a stack trace of a timer',
    'Error.prepareStackTrace = sites; await new Promise((resolve) => setTimeout(() => { got.push(new Error().stack); resolve() }, 1))',
  ],
  [
    'the caller of the script',
    'got.push(caught(() => arguments.callee.caller), (function () { return arguments.callee.caller })())',
  ],
  [
    'the caller of a callback',
    'await new Promise((resolve) => platform.api.get("db", function () { got.push(arguments.callee.caller, this, ...arguments); resolve() }))',
  ],
  [
    'the caller of a timer',
    'await new Promise((resolve) => setTimeout(function () { got.push(arguments.callee.caller, this, ...arguments); resolve() }, 1))',
  ],
  [
    'what is given',
    'got.push(event, platform, require, platform.api, platform.api.get, platform.api.call, event.setResponse, platform.session)',
  ],
  ['globals', 'got.push(console, console.log, setTimeout, clearInterval, setImmediate, globalThis, global)'],
  [
    'signals and copies',
    'const { signal, abort } = new AbortController(); signal.onabort = function (event) { got.push(event, this, arguments.callee.caller) }; abort(); got.push(signal, abort, AbortSignal.timeout(1), structuredClone({ a: new Date() }), caught(() => structuredClone(() => 0)), queueMicrotask)',
  ],
  ['a call without stack', 'deep(() => caught(() => platform.api.get("db")))'],
  ['a timer without stack', 'deep(() => { caught(() => setTimeout(() => 0, 1)); caught(() => clearTimeout(1)) })'],
  ['a module without stack', "deep(() => caught(() => require('nothing')))"],
  [
    'a module that is not open',
    "caught(() => require('fs')); caught(() => require('vm')); caught(() => require({ toString() { return 'fs' } }))",
  ],
  ['a library', "const _ = require('lodash'); got.push(_, _.map, require('async'), require('async').map)"],
  [
    'an answer',
    'got.push(platform.api.get("db"), await platform.api.get("db"), (await platform.api.get("db")).content)',
  ],
  [
    'a thenable',
    'got.push(await new Promise((resolve) => { resolve({ then(done, failed) { got.push(done, failed); done(1) } }) }))',
  ],
  [
    'an answer that is a thenable',
    'Object.prototype.then = function (done, failed) { got.push(done, failed, this); delete Object.prototype.then; done(1) }; await platform.api.get("db")',
  ],
  [
    'promises of others',
    'const then = Promise.prototype.then; Promise.prototype.then = function (...given) { got.push(this, ...given); return then.apply(this, given) }; await platform.api.get("db"); Promise.prototype.then = then',
  ],
  [
    'a species',
    'class Own extends Promise { static get [Symbol.species]() { return function (work) { work((...given) => got.push(...given), () => 0) } } }; Own.resolve(1).then(() => 1); await platform.api.get("db")',
  ],
  [
    'an asynchronous iterator',
    'for await (const each of { async *[Symbol.asyncIterator]() { yield platform.api.get("db") } }) got.push(each); got.push((async function* () {}).constructor, (async () => 0).constructor)',
  ],
  [
    'traps',
    'const trap = new Proxy({}, { get: (_, name) => (...given) => { got.push(...given); return given[0] } }); const spy = new Proxy({ headers: {} }, trap); caught(() => platform.api.post("db", spy, spy)); caught(() => setTimeout(spy)); caught(() => console.log(spy))',
  ],
  [
    'texts',
    'const spy = { toJSON(...given) { got.push(this, ...given); return 1 }, toString() { got.push(this); return "x" } }; platform.api.post("db", spy, { headers: { spy } }); console.log(spy)',
  ],
  [
    'own ways of maps and lists',
    'for (const [of, name] of [[Map, "get"], [Map, "set"], [Map, "delete"], [Array, "map"], [Array, "filter"], [String, "replace"]]) { const own = of.prototype[name]; of.prototype[name] = function (...given) { got.push(this, ...given); return own.apply(this, given) } } await platform.api.get("db")',
  ],
  [
    'a reader of numbers',
    'JSON.parse = (...given) => { got.push(...given) }; JSON.stringify = JSON.parse; await platform.api.get("db")',
  ],
]

describe('a script in JavaScript comes by no function of the process that runs it', () => {
  it.each(attempts)('by %s', async (_, attempt) => {
    const { ok, ...rest } = await run(`${notes}\n${attempt}\nreturn { foreign: foreign() }`)
    expect([ok, rest]).toMatchObject([true, { returned: { foreign: [] } }])
  })

  it('is a test that would detect one', async () => {
    expect(await run(`${notes}\ngot.push(Buffer.from)\nreturn foreign().length > 0`)).toMatchObject({ returned: true })
  })

  it('except modules it may use, whose realm is frozen, runs no code from strings and has no stack trace formatter', async () => {
    const source = `${notes}
      const host = Buffer.from.constructor
      let reach = caught(() => new URL('x')) ?? got.at(-1)
      while (Object.hasOwn(reach, 'message') || reach.name !== 'Error' || typeof reach !== 'function') reach = Object.getPrototypeOf(typeof reach === 'function' ? reach : reach.constructor) ?? null
      reach.prepareStackTrace = sites
      got.length = 0
      const stack = (() => { try { new URL('x') } catch (error) { return error.stack } })()
      const code = (() => { try { return host('return process')() } catch (error) { return error.name } })()
      const intrinsics = [host.prototype, Object.getPrototypeOf(host.prototype), reach, reach.prototype]
      return { code, formatted: stack === 'formatted' || got.length > 0, frozen: intrinsics.every(Object.isFrozen) }`
    expect(await run(source)).toMatchObject({ returned: { code: 'EvalError', formatted: false, frozen: true } })
  })
})
