import { Agent } from 'node:http'
import { hasHaProxy, openHaProxy } from '@millwright/instance/testing/counterparts/haproxy'
import { hasPostgresPrograms, openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { processesOf } from '../harness/child-processes.ts'
import { type Settings, startInstance } from '../harness/instance.ts'
import { expectCleanStop, load, outcomeOf } from '../harness/steady-load.ts'

const secret = '5a'.repeat(32)

async function openDatabase(): Promise<Settings> {
  const server = await openPostgresServer({ durable: false })
  onTestFinished(server.close)
  return { MILLWRIGHT_DATABASE_URL: server.url, MILLWRIGHT_SECRET: secret, MILLWRIGHT_SAMPLE: '0' }
}

describe.skipIf(!hasPostgresPrograms)('nodes on one PostgreSQL', () => {
  test.skipIf(!hasHaProxy)(
    'drop no request of 40 busy connections while restarted one after the other behind HAProxy',
    async () => {
      const settings = { ...(await openDatabase()), MILLWRIGHT_STOP_DELAY: '2' }
      const nodes = [await startInstance(settings), await startInstance(settings)]
      onTestFinished(() => Promise.all(nodes.map((node) => node[Symbol.asyncDispose]())).then(() => undefined))
      const proxy = await openHaProxy(nodes.map(({ url }) => url))
      onTestFinished(proxy.close)
      const busy = load(proxy.url, 40)
      for (const [at, node] of nodes.entries()) {
        await expect.poll(proxy.nodesUp).toBe(nodes.length)
        expect(await node.stop('SIGTERM')).toBe(0)
        nodes[at] = await node.startAgain()
      }
      await expect.poll(proxy.nodesUp).toBe(nodes.length)
      const outcomes = await busy.end()
      expect(outcomes).toEqual({ 200: expect.any(Number) })
      expect(outcomes['200']).toBeGreaterThan(200)
    },
  )

  test('share a port as workers of one process, are replaced, and stop together without dropping a request', async () => {
    await using instance = await startInstance({
      ...(await openDatabase()),
      MILLWRIGHT_WORKERS: '2',
      MILLWRIGHT_STOP_DELAY: '1',
    })
    expect(instance.output().match(/ready at/g)).toHaveLength(1)
    const before = processesOf(instance.pid)
    expect(before).toHaveLength(2)

    const [first = 0] = before
    process.kill(first, 'SIGKILL')
    await expect.poll(() => processesOf(instance.pid).filter((each) => !before.includes(each)).length).toBe(1)
    await expect.poll(async () => (await fetch(`${instance.url}/health/ready`)).status).toBe(200)
    expect(instance.output()).toMatch(/A worker ended with SIGKILL; it is restarted in 0.25 s\./)

    const asked = 12
    for (let each = 0; each < asked; each += 1) {
      expect(await outcomeOf(`${instance.url}/api/v2/system/environment`, new Agent())).toBe('200')
    }
    for (let scrape = 0; scrape < 3; scrape += 1) {
      const scraped = await (await fetch(`${instance.url}/metrics`, { headers: { connection: 'close' } })).text()
      expect(scraped).toContain(`duration_seconds_count{service="system",verb="GET",status="2xx"} ${asked}\n`)
      expect(scraped).toContain('millwright_ready{check="store"} 1\n')
    }

    await expectCleanStop(instance)
  })
})
