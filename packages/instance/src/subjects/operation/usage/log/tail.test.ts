import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sessionTokenHeader } from '@millwright/contract/headers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUsageStore } from '../../../../store/usage/usage-store.ts'
import { openTestInstance, type TestInstance } from '../../../../testing/open-test-instance.ts'

let instance: TestInstance
let base: string

beforeAll(async () => {
  instance = await openTestInstance()
  await instance.server.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(instance.server.server.address() as AddressInfo).port}/api/v2`
})
afterAll(() => instance.close())

/** Adds 5,000 entries of another node, after a sequence number. */
async function addEntries(node: number, seq: number): Promise<void> {
  const file = await openUsageStore(instance.parts.config.dataFolder, instance.parts.store)
  await file.write(async (statements) =>
    statements.all(
      `insert into request_log (node, seq, at, request_id, verb, service, resource, requestor, status, outcome, duration_ms, slow)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
        select ?, ? + i, '2999-01-01T00:00:00.000000Z', 'x', 'GET', 'db', '', 'API', 200, 'ok', 1, 0 from n`,
      [node, seq],
    ),
  )
  await file.close()
}

interface Told {
  readonly id: string
  readonly event: string
  readonly data: Record<string, unknown>
}

/** Reads the first events of a tail, and disconnects. */
async function watch(
  query: string,
  wanted: number,
  lastId: string | null,
  begun: () => Promise<void>,
): Promise<Told[]> {
  const gone = new AbortController()
  const headers = {
    [sessionTokenHeader]: instance.root.token,
    ...(lastId === null ? {} : { 'last-event-id': lastId }),
  }
  const answer = await fetch(`${base}/system/request_log/tail${query}`, { headers, signal: gone.signal })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const told: Told[] = []
  let pending = ''
  let hasBegun = false
  try {
    for await (const chunk of answer.body ?? []) {
      pending += Buffer.from(chunk).toString()
      if (!hasBegun) {
        hasBegun = true
        await begun()
      }
      const blocks = pending.split('\n\n')
      pending = blocks.pop() ?? ''
      told.push(...blocks.flatMap(eventIn))
      if (told.length >= wanted) break
    }
  } finally {
    gone.abort()
  }
  return told
}

function eventIn(block: string): Told[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return field('event') === '' ? [] : [{ id: field('id'), event: field('event'), data: JSON.parse(field('data')) }]
}

const call = async (path: string) => void (await instance.send('GET', path, { as: instance.root }))

describe('the tail of the request log', () => {
  test('rejects invalid filters and cursors, and callers without access to usage', async () => {
    const { send, root } = instance
    expect((await send('GET', 'system/request_log/tail?filter=nothing=1', { as: root })).status).toBe(400)
    const headers = { 'last-event-id': 'x' }
    expect((await send('GET', 'system/request_log/tail', { as: root, headers })).status).toBe(400)
    expect((await send('GET', 'system/request_log/tail')).status).toBe(400)
  })

  test('sends requests as they end, filtered, and resumes where it left off', async () => {
    const filter = '?filter=(resource=app) or (resource=user)'
    const first = await watch(filter, 1, null, async () => {
      await call('system/role')
      await call('system/app')
    })
    expect(first.map(({ event, data }) => [event, data.resource])).toEqual([['request', 'app']])
    await call('system/user')
    await call('system/role')
    await call('system/app')
    const next = await watch(filter, 2, first[0]?.id ?? '', async () => undefined)
    expect(next.map(({ data }) => data.resource)).toEqual(['user', 'app'])
    expect(next.every(({ data }) => Number(data.seq) > Number(first[0]?.data.seq))).toBe(true)
  })

  test('reports how many entries were skipped to a reader that lags far behind', async () => {
    const before = await watch('', 1, null, () => call('system/role'))
    const { node, seq } = before[0]?.data ?? {}
    await addEntries(1_000_000, Number(seq))
    const told = await watch('', 1, `${Number(node)}:${Number(seq)}`, async () => undefined)
    expect(told[0]?.event).toBe('gap')
    expect(Number(told[0]?.data.skipped)).toBeGreaterThanOrEqual(5000)
  })

  test('ends when the instance shuts down, which touches its data no more', async () => {
    const closing = await openTestInstance()
    const headers = { [sessionTokenHeader]: closing.root.token }
    const told = closing.server.inject({ url: '/api/v2/system/request_log/tail', headers, payloadAsStream: true })
    const stream = (await told).stream()
    await closing.close()
    expect(await text(stream)).toMatch(/: begins\n\n$/)
    expect(existsSync(closing.parts.config.dataFolder)).toBe(false)
  })

  test('lists a page of entries unless another number is requested', async () => {
    await addEntries(2_000_000, 0)
    const count = async (query: string) =>
      (await instance.send<{ resource: unknown[] }>('GET', `system/request_log${query}`, { as: instance.root })).body
        .resource.length
    expect(await count('')).toBe(1_000)
    expect(await count('?limit=1500')).toBe(1_500)
  })
})
