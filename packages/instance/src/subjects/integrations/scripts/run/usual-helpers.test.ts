import { apiKeyHeader } from '@millwright/contract/headers'
import { afterAll, describe, expect, it } from 'vitest'
import type { ScriptJob, ScriptLanguage } from '../../../../gateway/ports/script-runner.ts'
import { createScriptRunner } from './create-script-runner.ts'

const runner = createScriptRunner({
  bounds: { time: 10_000, memory: 64, calls: 20 },
  processes: 2,
  hidden: import.meta.dirname,
})
// allowed: which interpreters this machine has decides what is skipped
const languages = new Set((await runner.languages()).flatMap(({ name, version }) => (version === null ? [] : name)))
afterAll(() => runner.close())

const usual: ScriptJob['api'] = async () => ({
  status: 200,
  contentType: 'application/json',
  headers: { 'x-pages': '2' },
  body: '{"count":3}',
})

function run(language: ScriptLanguage, source: string, api = usual) {
  const event = { request: { payload: { resource: [{ name: 'Ada', city: 'London' }] } } }
  const platform = { session: { role: {} }, config: {} }
  const job: ScriptJob = { language, source, name: 'a.get', event, platform, api, depth: 0 }
  return runner.run(job)
}

describe.skipIf(!languages.has('nodejs'))('helpers of scripts in JavaScript', () => {
  it.each(['lodash', 'lodash.min.js', './lodash.min.js', 'lodash.min'])('%s is lodash', async (name) => {
    const source = `const _ = require('${name}')
      return _.map(_.groupBy(event.request.payload.resource, 'city'), (rows, city) => _.upperCase(city) + rows.length)`
    expect(await run('nodejs', source)).toMatchObject({ ok: true, returned: ['LONDON1'] })
  })

  it('async runs calls in series and in parallel', async () => {
    const source = `const async = require('async')
      const counts = await async.mapSeries(['a', 'b'], async (path) => (await platform.api.get(path)).content.count)
      const again = await new Promise((resolve, reject) => async.parallel([
        (done) => platform.api.get('a', (body) => done(null, JSON.parse(body).count)),
        (done) => setTimeout(() => done(null, 'late'), 5),
      ], (error, found) => error ? reject(error) : resolve(found)))
      return [...counts, ...again]`
    expect(await run('nodejs', source)).toMatchObject({ ok: true, returned: [3, 3, 3, 'late'] })
  })

  it('structuredClone copies what it is given, with circles, and refuses functions', async () => {
    const source = `const sent = { when: new Date(0), names: new Map([['a', new Set([1])]]), floats: new Float64Array([0.5]), bytes: Buffer.from('é') }
      sent.self = sent
      const copy = structuredClone(sent)
      sent.names.get('a').add(2)
      sent.bytes[0] = 0
      sent.floats[0] = 7
      let refused
      try { structuredClone({ work() {} }) } catch (error) { refused = error.name }
      return [copy.self === copy, copy.when.getTime(), [...copy.names.get('a')], copy.floats[0], copy.bytes.toString(), refused]`
    const returned = [true, 0, [1], 0.5, 'é', 'DataCloneError']
    expect(await run('nodejs', source)).toMatchObject({ ok: true, returned })
  })

  it('AbortController and queueMicrotask work as elsewhere, and no timeout keeps a script running', async () => {
    const source = `const control = new AbortController()
      const heard = []
      control.signal.addEventListener('abort', ({ type }) => heard.push(type))
      queueMicrotask(() => control.abort())
      await new Promise((resolve) => control.signal.addEventListener('abort', resolve))
      const over = AbortSignal.any([AbortSignal.timeout(1), AbortSignal.timeout(3_600_000)])
      await new Promise((resolve) => over.addEventListener('abort', resolve))
      try { control.signal.throwIfAborted() } catch (error) { heard.push(error.name) }
      return [...heard, over.reason.name]`
    expect(await run('nodejs', source)).toMatchObject({ ok: true, returned: ['abort', 'AbortError', 'TimeoutError'] })
    expect(await run('nodejs', 'queueMicrotask(() => { throw new Error("late") }); await null')).toMatchObject({
      ok: false,
    })
  })

  it('are loaded once, belong to one run, and cannot read files', async () => {
    expect(
      await run('nodejs', "require('lodash').map = 1; return require('lodash') === require('lodash.min.js')"),
    ).toMatchObject({
      returned: true,
    })
    expect(await run('nodejs', "return typeof require('lodash').map")).toMatchObject({ returned: 'function' })
    for (const name of [
      'express',
      'lodash/../../package.json',
      'async/../x',
      '../lodash',
      '__proto__',
      'constructor',
    ]) {
      expect(await run('nodejs', `return require('${name}') && 'reached' // 'lodash'`)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('not available to scripts') },
      })
    }
  })

  it('a response has the status of an IncomingMessage, in words too', async () => {
    const source = `await new Promise((resolve) => platform.api.get('a', (body, { statusCode, statusMessage }) => resolve(event.setReturn([statusCode, statusMessage]))))`
    expect(await run('nodejs', source)).toMatchObject({ ok: true, returned: [200, 'OK'] })
  })

  it('options of a read may follow a payload, as in PHP', async () => {
    const asked: unknown[] = []
    const api: ScriptJob['api'] = async ({ verb, payload, headers, parameters }) => {
      asked.push([verb, payload, headers, parameters])
      return { status: 200, contentType: 'application/json', headers: {}, body: '{}' }
    }
    const source = `const options = { parameters: { filter: 'id=1' }, headers: { a: 'b' } }
      for (const payload of [null, { fields: 'id' }]) await platform.api.get('a', payload, options)`
    expect(await run('nodejs', source, api)).toMatchObject({ ok: true })
    const rest = [{ a: 'b' }, { filter: 'id=1' }]
    expect(asked).toEqual([
      ['GET', undefined, ...rest],
      ['GET', { fields: 'id' }, ...rest],
    ])
  })

  it('a caller without a role has an empty role', async () => {
    expect(await run('nodejs', "return platform.session.role.name ?? 'none'")).toMatchObject({ returned: 'none' })
  })
})

describe.each(['python', 'python3'] as const)('helpers of scripts in %s', (language) => {
  it.skipIf(!languages.has(language))('bunch exposes members as attributes', async () => {
    const source = `from bunch import Bunch, bunchify, unbunchify
made = Bunch(name='Ada', more={'a': 1})
deep = bunchify({'a': {'b': [{'c': 2}]}})
deep.a.d = 3
plain = unbunchify(deep)
return [made.name, deep.a.b[0].c, type(plain['a']).__name__, plain['a']['d'], Bunch.fromDict({'x': {'y': 4}}).x.y, made.toDict()]`
    expect(await run(language, source)).toMatchObject({
      ok: true,
      returned: ['Ada', 2, 'dict', 3, 4, { name: 'Ada', more: { a: 1 } }],
    })
  })

  it.skipIf(!languages.has(language))('munch is the same by its own names, which need no import', async () => {
    const source = `from munch import Munch, munchify
made = Munch.fromDict({'a': {'b': 1}})
given = unmunchify(event)['request']
return [made.a.b, munchify({'c': [{'d': 2}]}).c[0].d, type(given).__name__, type(event).__name__ == type(made).__name__]`
    expect(await run(language, source)).toMatchObject({ ok: true, returned: [1, 2, 'dict', true] })
  })

  it.skipIf(!languages.has(language))('responses of calls have the members of those of http.client', async () => {
    const source = `found = platform.api.get('a')
return [found.status, found.reason, found.getheader('X-Pages'), found.getheader('x-none', 'none'), found.getheaders()]`
    const returned = [200, 'OK', '2', 'none', [['x-pages', '2']]]
    expect(await run(language, source)).toMatchObject({ ok: true, returned })
  })
})

describe.skipIf(!languages.has('php'))('exceptions of scripts in PHP', () => {
  const thrown = async (source: string) => {
    const { error } = { error: undefined, ...(await run('php', source)) }
    return [error?.status, error?.code, error?.message]
  }
  const space = `\\${apiKeyHeader.split('-')[1]}\\Core\\Exceptions`

  it.each([
    ['BadRequestException', 400],
    ['UnauthorizedException', 401],
    ['ForbiddenException', 403],
    ['NotFoundException', 404],
    ['ConflictResourceException', 409],
    ['TooManyRequestsException', 429],
    ['InternalServerErrorException', 500],
    ['NotImplementedException', 501],
    ['ServiceUnavailableException', 503],
  ])('%s becomes %i', async (name, status) => {
    expect(await thrown(`throw new ${space}\\${name}('It is so.');`)).toEqual([status, status, 'It is so.'])
  })

  it('are named, caught and extended like any others, and keep their own code', async () => {
    expect(
      await thrown(`use ${space.slice(1)}\\NotFoundException; throw new NotFoundException('gone', 4711);`),
    ).toEqual([404, 4711, 'gone'])
    expect(await thrown(`throw new ${space}\\RestException(418, 'tea', 7);`)).toEqual([418, 7, 'tea'])
    const caught = `try { throw new ${space}\\ForbiddenException('no'); } catch (${space}\\RestException $e) { return [$e->getStatusCode(), $e instanceof \\Exception]; }`
    expect(await run('php', caught)).toMatchObject({ ok: true, returned: [403, true] })
  })

  it('do not end the process for the next run', async () => {
    await thrown(`throw new ${space}\\NotFoundException('gone');`)
    expect(await run('php', 'return 1;')).toMatchObject({ ok: true, returned: 1 })
  })
})
