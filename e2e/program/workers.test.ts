import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { expect, test } from 'vitest'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { processesOf } from '../harness/child-processes.ts'
import { firstAdmin, type RunningInstance, startInstance } from '../harness/instance.ts'

/** Workers take connections by turns, so that these reach each of them. */
const connections = 8
const email = 'grace@example.com'
const password = 'password of a user'

const startWorkers = () => startInstance({ MILLWRIGHT_WORKERS: '2', MILLWRIGHT_LOGIN_FAILURES: '5/600,500/600' })

async function add(api: Api, resource: string, record: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await api.call('POST', `system/${resource}?fields=*`, { resource: [record] })
  expect(answer).toMatchObject({ status: 201 })
  return recordsOf(answer)[0] ?? {}
}

/** A user whose role may read the service `system`. */
async function addUser(api: Api) {
  const [{ id: service_id } = {}] = recordsOf(await api.call('GET', 'system/service?filter=name=system&fields=id'))
  const rule = { service_id, component: 'lookup/*', verb_mask: 1 }
  const role = await add(api, 'role', { name: 'reader', is_active: true, role_service_access_by_role_id: [rule] })
  const app = await add(api, 'app', { name: 'reading', is_active: true })
  const held = [{ app_id: app.id, role_id: role.id }]
  const user = await add(api, 'user', { email, password, is_active: true, user_to_app_to_role_by_user_id: held })
  const { body } = await api.call('POST', 'user/session', { email, password })
  return {
    id: Number(user.id),
    headers: { [apiKeyHeader]: String(app.api_key), [sessionTokenHeader]: String(body.session_token) },
  }
}

/** Lists of databases have at most 1,000 rows. */
const page = 1000

async function namesIn(api: Api, table: string): Promise<readonly string[]> {
  const names: string[] = []
  for (;;) {
    const query = `fields=name&order=id&limit=${page}&offset=${names.length}`
    const found = recordsOf(await api.call('GET', `${table}?${query}`))
    names.push(...found.map(({ name }) => String(name)))
    if (found.length < page) return names
  }
}

type Call = (method: string, path: string, headers?: Record<string, string>, body?: object) => Promise<number>

/** Calls over one connection, and so of one worker; resolves to the status. */
function connectTo(url: string): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (method, path, headers = {}, body = undefined) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const type = { 'content-type': 'application/json' }
    const outgoing = request(`${url}/api/v2/${path}`, { method, agent, headers: { ...type, ...headers } }, (answer) => {
      json(answer).then(() => resolve(answer.statusCode ?? 0), reject)
    })
    outgoing.once('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }
}

const connectAll = ({ url }: RunningInstance): readonly Call[] =>
  Array.from({ length: connections }, () => connectTo(url))

const numberOf = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length

test('workers on one SQLite file count failed logins and limits together, and hear of revocations', async () => {
  await using instance = await startWorkers()
  expect(processesOf(instance.pid)).toHaveLength(2)
  const api = await signIn(instance.url, firstAdmin)
  const { id, headers } = await addUser(api)
  const calls = connectAll(instance)
  const read = (call: Call) => call('GET', 'system/lookup', headers)
  const readAll = () => Promise.all(calls.map(read))
  expect(await readAll()).toEqual(calls.map(() => 200))

  const wrong = { email: 'nobody@example.com', password: 'wrong' }
  const tried = await Promise.all([...calls, ...calls].map((call) => call('POST', 'user/session', {}, wrong)))
  expect([numberOf(tried, 401), numberOf(tried, 429)]).toEqual([5, 11])

  const limit = { name: 'few', type: 'instance.user', rate: 20, period: 'hour', user_id: id, is_active: true }
  await add(api, 'limit', limit)
  await expect.poll(() => api.call('GET', 'system/limit_cache')).toMatchObject({ status: 200 })
  const asked = await Promise.all([1, 2, 3, 4, 5].map(readAll))
  expect([numberOf(asked.flat(), 200), numberOf(asked.flat(), 429)]).toEqual([20, 20])
  await api.call('DELETE', 'system/limit?force=true')
  await expect.poll(readAll).toEqual(calls.map(() => 200))

  await api.call('PATCH', `system/user/${id}`, { is_active: false })
  await expect.poll(readAll).toEqual(calls.map(() => 401))
})

test('workers on one SQLite file lose nothing that they acknowledged when killed, and write nothing twice', async () => {
  await using instance = await startWorkers()
  const api = await signIn(instance.url, firstAdmin)
  await add(api, 'service', { name: 'kept', type: 'sqlite', is_active: true, config: { database: 'kept.sqlite' } })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'name', type: 'string' },
  ]
  expect(await api.call('POST', 'kept/_schema', { resource: [{ name: 'row', field }] })).toMatchObject({ status: 200 })

  const acknowledged: { readonly table: string; readonly name: string }[] = []
  let writing = true
  const write = async (call: Call, writer: number) => {
    const headers = { [sessionTokenHeader]: api.token }
    for (let count = 0; writing; count += 1) {
      const name = `w${writer}-${count}`
      const [table, record] =
        count % 2 === 0 ? ['kept/_table/row', { name }] : ['system/user', { name, email: `${name}@example.com` }]
      const status = await call('POST', table, headers, { resource: [record] }).catch(() => 0)
      if (status === 0) continue
      expect([200, 201]).toContain(status)
      acknowledged.push({ table, name })
    }
  }
  const writers = Promise.all(connectAll(instance).map(write))
  for (const worker of processesOf(instance.pid)) {
    const enough = acknowledged.length + 100
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(enough)
    process.kill(worker, 'SIGKILL')
    await expect
      .poll(() => processesOf(instance.pid).filter((each) => each !== worker).length, { timeout: 60_000 })
      .toBe(2)
  }
  writing = false
  await writers
  for (const table of ['kept/_table/row', 'system/user']) {
    const names = await namesIn(api, table)
    expect(new Set(names).size).toBe(names.length)
    const stored = new Set(names)
    expect(acknowledged.filter((each) => each.table === table && !stored.has(each.name))).toEqual([])
  }
})
