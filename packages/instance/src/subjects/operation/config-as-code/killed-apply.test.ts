import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import type { ConfigDrift, ConfigExport, ConfigLayout, ConfigRecord } from '@millwright/contract/wire/config'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '../../../store/store.ts'
import { configCalls } from '../../../testing/config-calls.ts'
import { openTestInstance } from '../../../testing/open-test-instance.ts'
import { createMigratedPlace, engines } from '../../../testing/test-store.ts'
import { writtenFiles } from './folder/written-folder.ts'

const program = fileURLToPath(new URL('../../../testing/apply-until-killed.ts', import.meta.url))
const secret = '5a'.repeat(32)

const lookups = (value: string, names: readonly string[]): ConfigRecord[] =>
  names.map((name) => ({ type: 'lookup', name, values: { value } }))
/** Roles and apps that name each other's, which are created, changed and deleted on the way from one state to the other. */
const stateOf = (value: string, names: readonly string[]): ConfigRecord[] => [
  ...names.map((name) => ({
    type: 'role',
    name,
    values: { description: value, access: [{ service: 'db', component: value, verb_mask: ['GET'] }] },
  })),
  ...names.map((name) => ({ type: 'app', name, values: { description: value, role: name } })),
  ...lookups(value, names),
]
const before = stateOf('before', ['a', 'b', 'c', 'd'])
const after = stateOf('after', ['c', 'd', 'e', 'f'])

async function placeOn(engine: (typeof engines)[number]) {
  const place = await createMigratedPlace(engine)
  onTestFinished(place.remove)
  const { dataFolder, databaseUrl } = place
  return { dataFolder, databaseUrl, open: () => openTestInstance({ config: { dataFolder, databaseUrl, secret } }) }
}

describe.each(engines)('an apply on %s', (engine) => {
  it('leaves the old state or the new one if its process is killed at any step', async () => {
    const { dataFolder, databaseUrl, open } = await placeOn(engine)
    const first = await open()
    expect((await configCalls(first).apply(before)).status).toBe(200)
    await first.close()
    const file = join(dataFolder, 'request.json')
    writeFileSync(file, JSON.stringify({ format: 1, owner: 'default', records: after }))
    const settings = { MILLWRIGHT_DATA: dataFolder, MILLWRIGHT_SECRET: secret, MILLWRIGHT_SAMPLE: '0' }
    const env = { PATH: process.env.PATH, ...settings, ...(databaseUrl && { MILLWRIGHT_DATABASE_URL: databaseUrl }) }
    for (const step of [1, 2, 10, 40, 80, 1000]) {
      const child = spawn(process.execPath, [program, file, String(step)], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      const when = (await text(child.stdout)).trim()
      expect({ step, signal: (await ended)[1], when }).toEqual({
        step,
        signal: 'SIGKILL',
        when: step === 1000 ? 'after the commit' : 'before the commit',
      })
      const instance = await open()
      const { exported, plan } = configCalls(instance)
      const expected = step === 1000 ? after : before
      expect({ step, records: sorted(await exported('default')) }).toEqual({ step, records: sorted(expected) })
      expect((await plan(expected)).body).toMatchObject({ changes: [], unchanged: expected.length })
      await instance.close()
    }
  })
})

describe('an apply of tables', () => {
  it('that was killed between store and database is seen as drift, and goes on with the next one', async () => {
    const { dataFolder, open } = await placeOn('sqlite')
    const first = await open()
    const table = (name: string, more: object): ConfigRecord => {
      return { type: 'table', name: `db/${name}`, values: { fields: { id: { type: 'id' }, ...more } } }
    }
    expect((await configCalls(first).apply([table('old', {}), table('left', {})])).status).toBe(200)
    await first.close()
    const note = { note: { type: 'string', length: 20, allow_null: true } }
    const target = [table('old', note), table('new', {}), ...lookups('after', ['beside'])]
    const file = join(dataFolder, 'request.json')
    writeFileSync(file, JSON.stringify({ format: 1, owner: 'default', allow_destroy: true, records: target }))
    const settings = { MILLWRIGHT_DATA: dataFolder, MILLWRIGHT_SECRET: secret, MILLWRIGHT_SAMPLE: '0' }
    const env = { PATH: process.env.PATH, ...settings }
    const child = spawn(process.execPath, [program, file, '1000'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    expect([(await text(child.stdout)).trim(), (await ended)[1]]).toEqual(['after the commit', 'SIGKILL'])
    const instance = await open()
    onTestFinished(instance.close)
    const { plan, apply, exported } = configCalls(instance)
    const { body } = await instance.send<ConfigDrift>('GET', 'system/config/drift', { as: instance.root })
    expect(body.records.map(({ action, name }) => `${action} ${name}`)).toEqual(['delete db/new'])
    expect((await plan(target, { allow_destroy: true })).body).toMatchObject({
      unchanged: 1,
      changes: [{ action: 'change' }, { action: 'create' }, { action: 'delete', name: 'db/left' }],
    })
    expect((await apply(target, { allow_destroy: true })).body).toMatchObject({ applied: true })
    expect(sorted(await exported('default'))).toEqual(sorted(target))
    expect((await apply(target)).body).toMatchObject({ changes: [], unchanged: 3 })
  })
})

describe.each(engines)('an apply on %s whose client is gone', (engine) => {
  it('leaves the old state, and the next one makes the new one', async () => {
    const { open } = await placeOn(engine)
    const instance = await open()
    onTestFinished(instance.close)
    const { server, root, parts } = instance
    const { apply, exported } = configCalls(instance)
    expect((await apply(before)).status).toBe(200)
    const origin = await server.listen({ port: 0, host: '127.0.0.1' })
    const client = new AbortController()
    const { write } = parts.store
    const ended = Promise.withResolvers<unknown>()
    const leaving: Pick<Store, 'write'> = {
      write: (work) => {
        const written = write(async (statements) => {
          client.abort()
          await expect.poll(() => promisify(server.server.getConnections).call(server.server)).toBe(0)
          return work(statements)
        })
        written.then(ended.resolve, ended.resolve)
        return written
      },
    }
    Object.assign(parts.store, leaving)
    const asked = fetch(`${origin}${apiPrefix}/system/config`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [sessionTokenHeader]: root.token },
      body: JSON.stringify({ format: 1, owner: 'default', records: after }),
      signal: client.signal,
    })
    await expect(asked).rejects.toThrow('aborted')
    expect(await ended.promise).toMatchObject({ message: 'The apply was aborted.' })
    Object.assign(parts.store, { write })
    expect(sorted(await exported('default'))).toEqual(sorted(before))
    expect((await apply(after)).status).toBe(200)
    expect(sorted(await exported('default'))).toEqual(sorted(after))
  })
})

describe('nodes on one database', () => {
  it('all have the configuration of a demonstration after one of them applied it, byte for byte', async () => {
    await using demo = await openTestInstance({ config: { demo: true, sampleData: true } })
    const folderOf = async ({ send, root: as }: typeof demo) => {
      const { body: exported } = await send<ConfigExport>('GET', 'system/config', { as })
      const { body: layout } = await send<ConfigLayout>('GET', 'system/config/layout', { as })
      return new Map(writtenFiles(exported, layout, { owner: 'default', placeholders: false }))
    }
    const { open } = await placeOn('postgres')
    const nodes = await Promise.all([open(), open(), open()])
    for (const node of nodes) onTestFinished(node.close)
    const [one, , third] = nodes
    if (one === undefined || third === undefined) throw new Error('Three nodes are needed.')
    const records = await configCalls(demo).exported()
    expect((await configCalls(one).apply(records, { adopt: true })).body).toMatchObject({ applied: true })
    const wanted = await folderOf(demo)
    for (const node of nodes) expect(await folderOf(node)).toEqual(wanted)
    expect((await configCalls(third).apply(records)).body).toMatchObject({ changes: [], unchanged: records.length })
  })

  it('never mix two applies at once, and refuse a plan that has gone stale', async () => {
    const { open } = await placeOn('postgres')
    const nodes = await Promise.all([open(), open()])
    for (const node of nodes) onTestFinished(node.close)
    const [one, other] = nodes.map(configCalls)
    if (one === undefined || other === undefined) throw new Error('Two nodes are needed.')
    for (const round of ['1', '2', '3', '4', '5']) {
      const left = stateOf(`left ${round}`, ['a', 'b'])
      const right = stateOf(`right ${round}`, ['b', 'c'])
      const answers = await Promise.all([one.apply(left), other.apply(right)])
      const statuses = answers.map(({ status }) => status)
      expect(statuses).toContain(200)
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
      const found = sorted(await one.exported('default'))
      const made = [left, right].filter((_, at) => statuses[at] === 200).map(sorted)
      expect(made).toContainEqual(found)
    }
    const planned = await one.plan(before)
    expect((await other.apply(after)).status).toBe(200)
    const stale = await one.apply(before, { plan: planned.body.plan })
    expect([stale.status, stale.body.error.message]).toEqual([409, expect.stringContaining('out of date')])
    expect(sorted(await one.exported('default'))).toEqual(sorted(after))
  })
})

const sorted = (records: readonly ConfigRecord[]) =>
  records.toSorted((a, b) => (`${a.type}/${a.name}` < `${b.type}/${b.name}` ? -1 : 1))
