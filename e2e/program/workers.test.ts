import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { type Api, recordsOf, signIn } from '../harness/api.ts'
import { processesOf } from '../harness/child-processes.ts'
import { firstAdmin, type RunningInstance, startInstance } from '../harness/instance.ts'

const settings = { MILLWRIGHT_WORKERS: '2', MILLWRIGHT_LOG_LEVEL: 'info' }
const table = 'note'

/** A table of the seeded SQLite service `db`, in which the same text may stand twice. */
async function createTable({ call }: Api): Promise<void> {
  const field = [
    { name: 'id', type: 'id' },
    { name: 'text', type: 'string' },
  ]
  expect((await call('POST', 'db/_schema', { resource: [{ name: table, field }] })).status).toBe(200)
}

const writes = {
  /** In the instance's own store. */
  role: ({ call }: Api, name: string) => call('POST', 'system/role', { resource: [{ name }] }),
  /** In a table of a service. */
  row: ({ call }: Api, text: string) => call('POST', `db/_table/${table}`, { resource: [{ text }] }),
} as const
type Kind = keyof typeof writes

/** Milliseconds after which a client gives a request up. */
const patience = 10_000

/** Writes continuously; a write whose connection breaks is neither acknowledged nor repeated. */
function writers(api: Api, count: number) {
  const acknowledged: Record<Kind, string[]> = { role: [], row: [] }
  const refused: number[] = []
  let unanswered = 0
  let going = true
  /** When a write was acknowledged last, by `performance.now()`. */
  let last = 0
  const working = Array.from({ length: count }, async (_one, writer) => {
    const kind = writer % 2 === 0 ? 'role' : 'row'
    for (let at = 0; going; at += 1) {
      const name = `${writer}-${at}`
      const sent = writes[kind](api, name).then(
        (answer) => answer.status,
        () => null,
      )
      const status = await Promise.race([sent, wait(patience, 'unanswered' as const, { ref: false })])
      if (status === 200 || status === 201) {
        acknowledged[kind].push(name)
        last = performance.now()
      } else if (status === 'unanswered') unanswered += 1
      else if (status !== null) refused.push(status)
    }
  })
  return {
    acknowledged,
    refused,
    total: () => acknowledged.role.length + acknowledged.row.length,
    lastAt: () => last,
    unanswered: () => unanswered,
    async end() {
      going = false
      await Promise.all(working)
    },
    [Symbol.dispose]() {
      going = false
    },
  }
}

const replacements = (instance: RunningInstance) => instance.output().split('A new worker listens.').length - 1

/** Kills a worker, and returns the milliseconds until a write is acknowledged again, and until both workers run again. */
async function killOne(instance: RunningInstance, busy: ReturnType<typeof writers>, which: number) {
  const before = processesOf(instance.pid)
  const already = replacements(instance)
  const killed = performance.now()
  process.kill(before[which % before.length] ?? 0, 'SIGKILL')
  await expect.poll(() => busy.lastAt() > killed, { interval: 5 }).toBe(true)
  const again = busy.lastAt() - killed
  await expect.poll(() => replacements(instance)).toBe(already + 1)
  return { again, replaced: performance.now() - killed }
}

const most = (values: readonly number[]) => Math.round(Math.max(...values))

async function twoWorkers() {
  const instance = await startInstance(settings)
  const api = await signIn(instance.url, firstAdmin)
  return { instance, api }
}

test('workers on SQLite that are killed while they write lose nothing acknowledged, and double nothing', async ({
  annotate,
}: TestContext) => {
  const { instance, api } = await twoWorkers()
  await using _ = instance
  await createTable(api)
  using busy = writers(api, 8)
  const kills: Awaited<ReturnType<typeof killOne>>[] = []
  for (let each = 0; each < 4; each += 1) {
    const reached = busy.total() + 60
    await expect.poll(() => busy.total() >= reached).toBe(true)
    kills.push(await killOne(instance, busy, each))
  }
  await busy.end()

  const { role, row } = busy.acknowledged
  const roles = recordsOf(await api.call('GET', 'system/role?fields=name&limit=100000')).map(({ name }) => String(name))
  const rows: string[] = []
  for (let page = 1; page > 0; ) {
    const read = await api.call('GET', `db/_table/${table}?fields=text&order=id&limit=1000&offset=${rows.length}`)
    page = rows.push(...recordsOf(read).map(({ text }) => String(text))) % 1000 === 0 ? recordsOf(read).length : 0
  }
  const audited = recordsOf(
    await api.call('GET', 'system/audit?filter=resource="role"&fields=record_name&limit=100000'),
  )
  const lost = [...role.filter((name) => !roles.includes(name)), ...row.filter((text) => !rows.includes(text))]
  const doubled = [roles, rows, audited.map(({ record_name }) => String(record_name))].flatMap((names) =>
    names.filter((name, at) => names.indexOf(name) !== at),
  )
  const unanswered = busy.unanswered()
  expect({ lost, doubled, refused: busy.refused, unanswered }).toEqual({
    lost: [],
    doubled: [],
    refused: [],
    unanswered: 0,
  })
  // Both or neither: a role and its entry in the audit log are one transaction.
  expect(new Set(audited.map(({ record_name }) => record_name))).toEqual(new Set(roles))
  await annotate(
    `${kills.length} kills, ${busy.total()} acknowledged writes; writes went on after at most ${most(kills.map(({ again }) => again))} ms, both workers ran again after at most ${most(kills.map(({ replaced }) => replaced))} ms`,
  )
})

test('workers on SQLite revoke everywhere at once, and count a limit exactly, also if one is killed', async () => {
  const { instance, api } = await twoWorkers()
  await using _ = instance
  const person = { email: 'grace@example.com', password: 'second-password' }
  const created = await api.call('POST', 'system/user', {
    resource: [{ ...person, first_name: 'Grace', name: 'Grace' }],
  })
  expect(created.status).toBe(201)
  /** Over connections of their own, which the system spreads over the workers. */
  const everywhere = async (count: number, asked: Api) =>
    (
      await Promise.all(
        Array.from({ length: count }, () => asked.call('GET', 'user/profile', undefined, { connection: 'close' })),
      )
    ).map(({ status }) => status)

  for (let round = 0; round < 5; round += 1) {
    const session = await signIn(instance.url, person, 'user/session')
    expect(new Set(await everywhere(12, session))).toEqual(new Set([200]))
    expect((await session.call('DELETE', 'user/session')).status).toBe(200)
    expect(await everywhere(12, session)).not.toContain(200)
  }

  const rate = 40
  const limit = { name: 'exact', type: 'instance.each_user', rate, period: 'day' }
  expect((await api.call('POST', 'system/limit', { resource: [limit] })).status).toBe(201)
  const session = await signIn(instance.url, person, 'user/session')
  const before = await everywhere(25, session)
  process.kill(processesOf(instance.pid)[0] ?? 0, 'SIGKILL')
  await expect.poll(() => replacements(instance)).toBe(1)
  const after = await everywhere(40, session)
  const answered = [...before, ...after].filter((status) => status === 200).length
  expect({ answered, others: new Set(after) }).toEqual({ answered: rate, others: new Set([200, 429]) })
})

/** The number of open files of a process. */
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** Asks over an open connection; resolves to the answer, which is empty if the connection is closed instead. */
async function answerOver(socket: Socket): Promise<string> {
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  return text(socket).catch(() => '')
}

test('a connection that was being handed to a worker which dies is closed, and others are answered', async () => {
  const { instance } = await twoWorkers()
  await using _ = instance
  const [first = 0, second = 0] = processesOf(instance.pid)
  const before = openFiles(instance.pid)
  for (const each of [first, second]) process.kill(each, 'SIGSTOP')
  const sockets = Array.from({ length: 6 }, () => connect(Number(new URL(instance.url).port), '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const answers = sockets.map(answerOver)
  await expect.poll(() => openFiles(instance.pid)).toBe(before + sockets.length)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => replacements(instance)).toBe(1)
  process.kill(second, 'SIGCONT')
  const answered = (await Promise.all(answers)).filter((answer) => answer.startsWith('HTTP/1.1 200')).length
  expect(answered).toBe(sockets.length - 1)
  await expect.poll(() => openFiles(instance.pid)).toBeLessThanOrEqual(before)
})

test('workers that all die at once are replaced on the same port, also one that the system chose', async () => {
  const { instance } = await twoWorkers()
  await using _ = instance
  for (const each of processesOf(instance.pid)) process.kill(each, 'SIGKILL')
  await expect.poll(() => replacements(instance)).toBe(2)
  expect((await fetch(`${instance.url}/health/ready`)).status).toBe(200)
})
