import { Problem } from '@millwright/contract/problem'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { CallApi, ScriptJob, ScriptLanguage } from '../../../../gateway/ports/script-runner.ts'
import { resultOf } from '../script-result.ts'
import { createScriptRunner } from './create-script-runner.ts'

const runner = createScriptRunner({
  bounds: { time: 10_000, memory: 48, calls: 20 },
  processes: 4,
  hidden: import.meta.dirname,
})
// allowed: which interpreters this machine has decides what is skipped
const languages = new Map((await runner.languages()).map(({ name, version }) => [name, version]))
afterAll(() => runner.close())

const echo: CallApi = async ({ verb, path, payload, headers, parameters }) => ({
  status: 200,
  contentType: 'application/json',
  headers: { 'x-seen': 'yes' },
  body: JSON.stringify({ verb, path, payload, headers, parameters }),
})

function job(language: ScriptLanguage, source: string, more: Partial<ScriptJob> = {}): ScriptJob {
  return {
    language,
    source,
    name: 'db._table.contact.post.pre_process',
    event: {
      request: { method: 'POST', parameters: {}, payload: { resource: [{ first_name: 'Ada' }] } },
      resource: 'contact',
    },
    platform: { session: { user: { id: 7 } }, config: { script: { limit: 3 } } },
    api: echo,
    depth: 0,
    ...more,
  }
}

async function failure(made: ScriptJob) {
  const run = await runner.run(made)
  if (run.ok) throw new Error(`It did not fail: ${JSON.stringify(run)}`)
  return run.error
}

async function served(language: ScriptLanguage): Promise<boolean> {
  return (await runner.run(job(language, ''))).ok
}

const briefly = { bounds: { time: 400 } }

describe.skipIf(!languages.get('nodejs'))('scripts in JavaScript', () => {
  const node = (source: string, more?: Partial<ScriptJob>) => job('nodejs', source, more)

  it.each([
    ['what it throws, with the line', "\nthrow new Error('last_name is missing')", 'last_name is missing', { line: 2 }],
    [
      'a status and a code',
      "throw Object.assign(new Error('no'), { status_code: 422, code: 7 })",
      'no',
      { status: 422, code: 7 },
    ],
    ['no status that is none', "throw Object.assign(new Error('no'), { status: 200 })", 'no', { status: 500 }],
    ['what cannot be read', 'const = 1', expect.stringMatching(/Unexpected token/), { kind: 'syntax', line: 1 }],
    [
      'a promise that nobody waited for',
      "Promise.reject(new Error('lost')); await new Promise(() => setTimeout(() => 0, 50))",
      'lost',
      {},
    ],
    ['what is thrown in a callback', "platform.api.get('db', () => { throw new Error('late') })", 'late', {}],
    ['what no JSON can say', 'event.big = 1n', expect.stringMatching(/BigInt/), {}],
  ])('fail by %s', async (_what, source, message, more) => {
    expect(await failure(node(source))).toMatchObject({ kind: 'thrown', status: 500, message, ...more })
  })

  it.each([
    ['files', "require('fs')"],
    ['processes', "require('node:child_process')"],
    ['the network', "require('net')"],
    ['other modules', "await import('node:fs')"],
    ['the process', 'process.exit(0)'],
    ['the process, through what it is given', "platform.api.get.constructor('return process')().exit(0)"],
    ['the process, through a built-in module', "require('util').inspect.constructor('return process')().exit(0)"],
    ['fetching', "await fetch('http://127.0.0.1/')"],
  ])('have no access to %s', async (_what, source) => {
    expect(await failure(node(source))).toMatchObject({ kind: 'thrown', status: 500 })
  })

  it('find nothing in their process to load modules with, should they get hold of it', async () => {
    const run = await runner.run(
      node(`let found
        require('events').prototype.emit = function () { found ??= this; return true }
        Promise.reject(new Error('heard'))
        // allowed: the script waits, not the test
        await new Promise((resolve) => setTimeout(resolve, 5))
        const names = ['getBuiltinModule', 'binding', 'dlopen', 'stdin', 'stdout', 'kill', 'env', 'mainModule']
        return [typeof found, names.filter((name) => name in (found ?? {})), typeof found?.version]`),
    )
    expect(run).toMatchObject({ ok: true, returned: ['object', [], 'string'] })
  })

  it('have no environment, and see no data of other runs', async () => {
    await runner.run(node('globalThis.kept = 1; Array.prototype.kept = 1; Object.prototype.kept = 1'))
    const run = await runner.run(
      node("return [typeof process, typeof kept, typeof [].kept, require('util').inspect({})]"),
    )
    expect(run).toMatchObject({ ok: true, returned: ['undefined', 'undefined', 'undefined', '{}'] })
  })

  it('respond with 503 when this machine lacks their language', async () => {
    const bounds = { time: 1_000, memory: 48, calls: 20 }
    const bare = createScriptRunner({ bounds, processes: 1, hidden: '/nowhere', find: async () => null })
    onTestFinished(() => bare.close())
    expect(await bare.run(node('return 1'))).toMatchObject({ ok: false, error: { kind: 'unavailable', status: 503 } })
    expect((await bare.languages()).map(({ version }) => version)).toEqual([null, null, null, null])
  })

  it.each([
    [
      'loops',
      'while (true) {}',
      { kind: 'time', status: 504, message: expect.stringContaining('exceeded its time limit of 0.4 seconds') },
    ],
    ['waits for ever', 'await new Promise(() => {})', { kind: 'time', status: 504 }],
    ['never lets go of promises', 'for (;;) await null', { kind: 'time', status: 504 }],
  ])('are terminated when one %s', async (_what, source, error) => {
    expect(await failure(node(source, briefly))).toMatchObject(error)
    expect(await served('nodejs')).toBe(true)
  })

  it.each([
    ['objects', 'const all = []; for (;;) all.push({ all: [1, 2, 3] })'],
    ['bytes', 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))'],
  ])('are terminated when one takes too much memory for %s', async (_what, source) => {
    expect(await failure(node(source))).toMatchObject({ kind: 'memory', message: expect.stringContaining('48 MB') })
    expect(await served('nodejs')).toBe(true)
  })

  it('keep the beginning of excessive output', async () => {
    const run = await runner.run(node("for (let i = 0; i < 1e5; i++) console.log('flood', i)"))
    expect(run.ok).toBe(true)
    expect(run.output.length).toBeLessThan(70_000)
    expect(run.output).toMatch(/^flood 0\nflood 1\n/)
  })

  it('are terminated for endless calls or too long a result', async () => {
    expect(await failure(node("for (;;) await platform.api.get('db')"))).toMatchObject({ kind: 'calls', status: 500 })
    const long = await failure(node("event.text = 'x'.repeat(40e6)"))
    expect(['output', 'memory']).toContain(long.kind)
  })

  it('are rejected when they call each other endlessly, and aborted when the client disconnects', async () => {
    expect(await failure(node('', { depth: 6 }))).toMatchObject({ kind: 'depth' })
    const control = new AbortController()
    const called = Promise.withResolvers<void>()
    const api: CallApi = () => {
      called.resolve()
      return new Promise(() => undefined)
    }
    const running = runner.run(node("await platform.api.get('db')", { api }), control.signal)
    await called.promise
    control.abort()
    expect(await running).toMatchObject({ ok: false, error: { kind: 'given-up' } })
  })

  it('see the event, the session and the settings, and change the event', async () => {
    const run = await runner.run(
      node(`for (const row of event.request.payload.resource) row.source = 'web'
        event.user = platform.session.user.id
        event.limit = platform.config.script.limit
        console.log('seen', event.resource, { a: 1 })`),
    )
    expect(run).toMatchObject({
      ok: true,
      returned: undefined,
      output: 'seen contact {"a":1}\n',
      event: { user: 7, limit: 3, request: { payload: { resource: [{ first_name: 'Ada', source: 'web' }] } } },
    })
  })

  it('keep every digit of numbers that they only pass on', async () => {
    const { exactNumber } = await import('@millwright/contract/wire/exact-json')
    const run = await runner.run(node('event.more = event.id + 1', { event: { id: exactNumber('9007199254740993') } }))
    expect(JSON.stringify(run)).toContain('"id":9007199254740993,"more":9007199254740992')
  })

  it('call the API with promises and callbacks, and end when all responses have arrived', async () => {
    const source = `
      platform.api.post('db/_table/contact', { a: 1 }, { headers: { 'X-A': 1 }, parameters: { limit: 2 } }, (body, response) => {
        event.called = [JSON.parse(body), response.statusCode, response.headers]
      })
      setTimeout(() => { event.timer = true }, 5)
      const { status_code, content } = await platform.api.get('system/role')
      event.awaited = [status_code, content.path]`
    expect(await runner.run(node(source))).toMatchObject({
      ok: true,
      event: {
        called: [
          {
            verb: 'POST',
            path: 'db/_table/contact',
            payload: { a: 1 },
            headers: { 'X-A': '1' },
            parameters: { limit: '2' },
          },
          200,
          { 'x-seen': 'yes' },
        ],
        timer: true,
        awaited: [200, 'system/role'],
      },
    })
  })

  it('receive error responses of their calls', async () => {
    const api: CallApi = async () => {
      throw new Problem(403, 'Not you.')
    }
    const source =
      "const { status_code, content } = await platform.api.delete('db/_table/contact')\nreturn [status_code, content.error.message]"
    expect(await runner.run(node(source, { api }))).toMatchObject({ ok: true, returned: [403, 'Not you.'] })
  })

  it('respond asynchronously with functions of the event', async () => {
    const run = await runner.run(node("platform.api.get('db', (body) => event.setResponse({ a: 1 }, 201))"))
    expect(run).toMatchObject({
      event: { response: { content: { a: 1 }, status_code: 201, content_type: 'application/json' } },
    })
    expect(resultOf(await runner.run(node('event.setReturn({ b: 1 })')))).toEqual({ b: 1 })
  })

  it('run a hundred at once, each with its own event', async () => {
    const runs = await Promise.all(
      Array.from({ length: 100 }, (_, number) => runner.run(node('return event.number', { event: { number } }))),
    )
    expect(runs.map(resultOf).slice(1)).toEqual(Array.from({ length: 99 }, (_, at) => at + 1))
  })
})
