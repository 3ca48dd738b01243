import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '@millwright/contract/problem'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { createServiceKinds } from '../../../service-kinds.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { type Engine, engines } from '../../../testing/test-store.ts'
import { createRegistry } from './registry.ts'

const kinds = createServiceKinds()

/** A registry whose SQLite services only record what happens to them. */
async function watched(engine: Engine = 'sqlite') {
  const instance = await testInstance({ engine })
  const { parts, send, root } = instance
  const happened: string[] = []
  const waiting: (() => void)[] = []
  const registry = createRegistry({
    host: {
      parts,
      log: (text) => instance.failures.push(text),
      call: () => Promise.reject(new Error('not here')),
      builtIn: () => Object(null),
      scripts: Object(null),
      useOnce: async () => true,
      callCounted: () => Promise.reject(new Error('not here')),
      count: async () => undefined,
      roleOf: async () => null,
      groupOf: () => null,
      enter: () => Promise.reject(new Error('not here')),
      enterProgram: () => Promise.reject(new Error('not here')),
      endSessions: async () => false,
    },
    log: (text) => instance.failures.push(text),
    kinds: {
      whyNot: kinds.whyNot,
      of: (type) => {
        const kind = kinds.of(type)
        if (kind === undefined || type !== 'sqlite') return kind
        return {
          ...kind,
          make: ({ row, config }) => {
            const file = String(config.database)
            if (file === 'refused') throw new Problem(400, 'database is refused.')
            if (file === 'broken') throw new Error('no such driver')
            happened.push(`${row.name} made with ${file}`)
            let closed = false
            return {
              publicEndpoints: [],
              accessList: async () => [],
              handle: async ({ resource }) => {
                if (resource === 'slow') await new Promise<void>((resolve) => waiting.push(resolve))
                if (closed) throw new Error('called after its end')
                return { status: 200, body: file }
              },
              async close() {
                if (closed) throw new Error('closed twice')
                closed = true
                happened.push(`${row.name} closed with ${file}`)
              },
            }
          },
        }
      },
    },
  })
  onTestFinished(() => registry.close())
  const request = (service: string, resource = '') => ({ service, resource }) as ApiRequest
  return {
    ...instance,
    registry,
    happened,
    finishSlow() {
      for (const finish of waiting.splice(0)) finish()
    },
    async make(name: string, database: string): Promise<number> {
      const body = { name, type: 'sqlite', is_active: true, config: { database } }
      const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as: root, body })
      return made.body.resource[0].id
    },
    change: (id: number, body: object) => send('PATCH', `system/service/${id}`, { as: root, body }),
    async call(name: string, resource?: string): Promise<ApiResponse> {
      const found = await registry.find(name)
      if (found === null) throw new Problem(404, 'no service')
      return found.service.handle(request(name, resource))
    },
    async find(name: string) {
      const found = await registry.find(name)
      if (found === null) throw new Error(`no service ${name}`)
      return { handle: (resource: string) => found.service.handle(request(name, resource)) }
    },
  }
}

test.each(engines)(
  'a service on %s is created by its first call, and reused while nothing about it changes',
  async (engine) => {
    const { make, change, call, send, root, happened, parts } = await watched(engine)
    const id = await make('shop', 'shop.sqlite')
    const other = await make('other', 'other.sqlite')
    expect(happened).toEqual([])
    await Promise.all([call('shop'), call('shop')])
    await change(other, { config: { database: 'more.sqlite' } })
    await send('DELETE', 'system/cache/shop', { as: root })
    await parts.store.changes.publish([{ table: 'service', ids: 'all' }])
    await send('POST', 'system/lookup', { as: root, body: { name: 'unused', value: 'x' } })
    await call('shop')
    expect(happened).toEqual(['shop made with shop.sqlite'])
    await change(id, { config: { database: 'new.sqlite' } })
    expect((await call('shop')).body).toBe('new.sqlite')
    expect(happened.slice(1).toSorted()).toEqual(['shop closed with shop.sqlite', 'shop made with new.sqlite'])
  },
)

test('a replaced service is closed after its requests, and requests that arrive late go to its successor', async () => {
  const { make, change, call, find, finishSlow, happened } = await watched()
  const id = await make('shop', 'old')
  const slow = call('shop', 'slow')
  const admitted = await find('shop')
  await change(id, { name: 'Shop', config: { database: 'new' } })
  expect((await call('shop')).body).toBe('new')
  expect(happened).not.toContain('shop closed with old')
  expect((await admitted.handle('')).body).toBe('new')
  finishSlow()
  expect((await slow).body).toBe('old')
  expect(happened).toEqual(['shop made with old', 'Shop made with new', 'shop closed with old'])
})

test('a deleted or renamed service is gone, and is closed without another request', async () => {
  const { make, change, call, registry, send, root, parts, happened } = await watched()
  const gone = await make('gone', 'a')
  const renamed = await make('before', 'b')
  await Promise.all([call('gone'), call('before')])
  await send('DELETE', `system/service/${gone}`, { as: root })
  await change(renamed, { name: 'after' })
  await parts.background.idle()
  expect(happened).toEqual(expect.arrayContaining(['gone closed with a', 'before closed with b']))
  expect([await registry.find('gone'), await registry.find('before')]).toEqual([null, null])
  expect((await call('after')).body).toBe('b')
  await make('gone', 'c')
  expect((await call('gone')).body).toBe('c')
})

test('lookup keys in a configuration have their current values, private ones included', async () => {
  const { make, call, send, root, happened } = await watched()
  const keys = [
    { name: 'file', value: 'one.sqlite', private: true },
    { name: 'other', value: 'x' },
  ]
  const made = await send<{ resource: { id: number }[] }>('POST', 'system/lookup', { as: root, body: keys })
  const [file, other] = made.body.resource.map(({ id }) => `system/lookup/${id}`)
  await make('shop', '{file}')
  expect((await call('shop')).body).toBe('one.sqlite')
  await send('PATCH', String(other), { as: root, body: { value: 'y' } })
  expect((await call('shop')).body).toBe('one.sqlite')
  expect(happened).toEqual(['shop made with one.sqlite'])
  await send('PATCH', String(file), { as: root, body: { value: 'two.sqlite' } })
  expect((await call('shop')).body).toBe('two.sqlite')
})

test('a service that cannot be created responds with 503, lists components for roles, and does not affect others', async () => {
  const { make, call, registry, failures, parts } = await watched()
  await make('refused', 'refused')
  await make('broken', 'broken')
  const id = await make('sealed', 'x')
  await parts.store.db.updateTable('service').set({ config: '[' }).where('id', '=', id).execute()
  await make('well', 'well')
  await expect(call('refused')).rejects.toMatchObject({ status: 503, message: 'database is refused.' })
  await expect(call('broken')).rejects.toMatchObject({ status: 503 })
  await expect(call('sealed')).rejects.toMatchObject({ status: 503 })
  const broken = await registry.find('broken')
  expect(await broken?.service.accessList({} as ApiRequest)).toContain('_table/*')
  expect((await call('well')).body).toBe('well')
  expect(failures.splice(0)).toHaveLength(2)
})

test('closing waits for requests, closes every service, and creates no more', async () => {
  const { make, call, registry, finishSlow, happened } = await watched()
  await make('one', 'one')
  await make('two', 'two')
  await call('two')
  const slow = call('one', 'slow')
  await registry.find('one')
  const closed = registry.close()
  expect(happened).not.toContain('one closed with one')
  finishSlow()
  await closed
  expect((await slow).body).toBe('one')
  expect(happened).toEqual(expect.arrayContaining(['one closed with one', 'two closed with two']))
  await expect(call('two')).rejects.toMatchObject({ status: 503 })
})

test('a change to one of a thousand services affects only that one', async () => {
  const { call, change, send, root, happened } = await watched()
  const names = Array.from({ length: 1000 }, (_, at) => `shop-${at}`)
  const body = names.map((name) => ({ name, type: 'sqlite', is_active: true, config: { database: name } }))
  const { body: made } = await send<{ resource: { id: number }[] }>('POST', 'system/service', { as: root, body })
  for (const name of names) await call(name)
  await change(made.resource[500]?.id ?? 0, { config: { database: 'moved' } })
  for (const name of names) await call(name)
  expect(happened.slice(1000).toSorted()).toEqual(['shop-500 closed with shop-500', 'shop-500 made with moved'])
})

test('whatever changes during requests, each is answered with the current state, and everything created is closed once', async () => {
  const { make, change, call, send, root, registry, finishSlow, happened, parts } = await watched()
  const key = await send<{ resource: [{ id: number }] }>('POST', 'system/lookup', {
    as: root,
    body: { name: 'file', value: '0' },
  })
  const names = ['a', 'b', 'c']
  const ids = new Map<string, number>()
  const files = new Map<string, string>()
  let keyValue = '0'
  let count = 0
  const next = () => {
    count += 1
    return String(count)
  }
  const expected = (name: string) => (files.get(name) === '{file}' ? keyValue : files.get(name))
  const slow: Promise<unknown>[] = []

  const step = fc.record({
    what: fc.constantFrom('call', 'call', 'slow', 'finish', 'change', 'key', 'make', 'remove', 'flush', 'everything'),
    name: fc.constantFrom(...names),
    withKey: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      for (const { what, name, withKey } of steps) {
        const id = ids.get(name)
        const file = withKey ? '{file}' : next()
        if (what === 'finish') finishSlow()
        else if (what === 'everything') await parts.store.changes.publish([{ table: 'service', ids: 'all' }])
        else if (what === 'key') {
          keyValue = `key ${next()}`
          await send('PATCH', `system/lookup/${key.body.resource[0].id}`, { as: root, body: { value: keyValue } })
        } else if (id === undefined) {
          ids.set(name, await make(name, file))
          files.set(name, file)
        } else if (what === 'call') expect((await call(name)).body).toBe(expected(name))
        else if (what === 'slow') slow.push(call(name, 'slow').then(({ status }) => expect(status).toBe(200)))
        else if (what === 'flush') await send('DELETE', `system/cache/${name}`, { as: root })
        else if (what === 'remove') {
          await send('DELETE', `system/service/${id}`, { as: root })
          ids.delete(name)
        } else {
          await change(id, { config: { database: file } })
          files.set(name, file)
        }
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
  // The last requests may not have reached their service yet.
  let left = true
  const answered = Promise.all(slow).finally(() => {
    left = false
  })
  while (left) {
    finishSlow()
    await nextTurn()
  }
  await answered
  await registry.close()
  const times = (word: string) => happened.filter((each) => each.includes(word)).length
  expect(times(' made ')).toBeGreaterThan(0)
  expect(times(' closed ')).toBe(times(' made '))
})
