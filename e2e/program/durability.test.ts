import { expect, test } from 'vitest'
import { recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'

test('acknowledged writes survive kill -9 during a stream of writes', async () => {
  await using instance = await startInstance()
  const api = await signIn(instance.url, firstAdmin)
  const acknowledged: string[] = []
  let writing = true
  const write = async (writer: number) => {
    for (let count = 0; writing; count++) {
      const names = [`w${writer}-${count}-a`, `w${writer}-${count}-b`]
      const resource = names.map((name) => ({ name, email: `${name}@example.com` }))
      const { status } = await api.call('POST', 'system/user?rollback=true', { resource }).catch(() => ({ status: 0 }))
      if (status < 200 || status >= 300) return
      acknowledged.push(...names)
      if (acknowledged.length >= 600 && writing) {
        writing = false
        await instance.stop('SIGKILL')
      }
    }
  }
  await Promise.all([1, 2, 3, 4].map(write))
  expect(acknowledged.length).toBeGreaterThanOrEqual(600)

  await using again = await instance.startAgain()
  const survivor = await signIn(again.url, firstAdmin)
  const kept = new Set(recordsOf(await survivor.call('GET', 'system/user?fields=name')).map(({ name }) => name))
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
  const halves = [...kept].filter((name) => typeof name === 'string' && /^w\d+-\d+-a$/.test(name))
  expect(halves.filter((name) => !kept.has(`${String(name).slice(0, -1)}b`))).toEqual([])
})

test('acknowledged records of a SQLite database survive kill -9, beside others that are refused', async () => {
  await using instance = await startInstance()
  const api = await signIn(instance.url, firstAdmin)
  const field = [{ name: 'name', type: 'string', length: 40, is_primary_key: true, allow_null: false }]
  expect((await api.call('POST', 'db/_schema', { resource: [{ name: 'part', field }] })).status).toBe(200)
  const acknowledged: string[] = []
  let refused = 0
  let writing = true
  const write = async (writer: number) => {
    for (let count = 0; writing; count++) {
      // Every name is sent twice, by two writers, one of whom is refused.
      const name = `pair${writer >> 1}-${count}`
      const { status } = await api.call('POST', 'db/_table/part', { resource: [{ name }] }).catch(() => ({ status: 0 }))
      if (status === 400) refused += 1
      else if (status === 200) acknowledged.push(name)
      else return
      if (acknowledged.length >= 600 && writing) {
        writing = false
        await instance.stop('SIGKILL')
      }
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(write))
  expect(acknowledged.length).toBeGreaterThanOrEqual(600)
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  expect(refused).toBeGreaterThan(0)

  await using again = await instance.startAgain()
  const survivor = await signIn(again.url, firstAdmin)
  const kept = new Set(recordsOf(await survivor.call('GET', 'db/_table/part?limit=10000')).map(({ name }) => name))
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
})

test('a session survives a restart', async () => {
  await using instance = await startInstance()
  const { call } = await signIn(instance.url, firstAdmin)
  await instance.stop()
  await using _again = await instance.startAgain()
  const { status, body } = await call('GET', 'system/admin/session')
  expect(status).toBe(200)
  expect(body.email).toBe(firstAdmin.email)
})

test('endpoints with transaction leave no halves behind when they are killed in the middle', async () => {
  await using instance = await startInstance()
  const api = await signIn(instance.url, firstAdmin)
  const config = { database: 'halves.sqlite' }
  const shop = { name: 'halves', label: 'Halves', type: 'sqlite', is_active: true, config }
  const made = async (path: string, record: object) => {
    const answer = await api.call('POST', path, { resource: [record] })
    expect([path, answer.body, answer.status]).toEqual([path, answer.body, path.includes('_schema') ? 200 : 201])
    return Number(recordsOf(answer)[0]?.id)
  }
  const service_id = await made('system/service', shop)
  const field = [{ name: 'id', type: 'string', length: 40, is_primary_key: true, allow_null: false }]
  await made('halves/_schema', { name: 'one', field })
  await made('halves/_schema', { name: 'other', field })
  const insert = (table: string) => ({
    service: 'halves',
    resource: `_table/${table}`,
    method: 'POST',
    body: { resource: [{ id: '{body.id}' }] },
  })
  const reading = { service: 'db', resource: '_schema' }
  const steps = [insert('one'), reading, insert('other')]
  const endpoint = { method: 'POST', path: '/pair', execution_plan: { transaction: true, steps } }
  const db = recordsOf(await api.call('GET', "system/service?filter=name='db'&fields=id"))[0]?.id
  await made('system/custom_api', {
    name: 'pairs',
    status: 'published',
    custom_api_source_by_api_id: [{ service_id }, { service_id: db }],
    custom_api_endpoint_by_api_id: [endpoint],
  })
  const acknowledged: string[] = []
  let isOver = false
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const id = `w${writer}-${count}`
      const { status } = await api.call('POST', 'pairs/pair', { id }).catch(() => ({ status: 0 }))
      if (status !== 200) return
      acknowledged.push(id)
      if (acknowledged.length < 300 || isOver) continue
      isOver = true
      await instance.stop('SIGKILL')
    }
  }
  await Promise.all([1, 2, 3, 4].map(write))
  expect(acknowledged.length).toBeGreaterThanOrEqual(300)

  await using again = await instance.startAgain()
  const survivor = await signIn(again.url, firstAdmin)
  const idsOf = async (table: string) =>
    recordsOf(await survivor.call('GET', `halves/_table/${table}?limit=1000`)).map(({ id }) => String(id))
  const one = new Set(await idsOf('one'))
  const other = new Set(await idsOf('other'))
  expect([...one].filter((id) => !other.has(id))).toEqual([])
  expect([...other].filter((id) => !one.has(id))).toEqual([])
  expect(acknowledged.filter((id) => !one.has(id))).toEqual([])
})
