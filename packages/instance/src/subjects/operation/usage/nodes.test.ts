import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sessionTokenHeader } from '@millwright/contract/headers'
import type { UsageAnswer } from '@millwright/contract/wire/usage'
import { expect, test } from 'vitest'
import { openTestInstance } from '../../../testing/open-test-instance.ts'

const program = fileURLToPath(new URL('../../../testing/run-node.ts', import.meta.url))

/** Called services with their usage filters, excluding the usage queries of this test. */
const called = { system: '&resource=role,(other)', user: '', db: '', '(other)': '' } as const

/** Forwards requests to the nodes in turn, and counts responses. */
async function openCountingProxy(nodes: readonly string[]) {
  const answered = new Map<string, number>()
  let serving = nodes.map((_, at) => at)
  let turn = 0
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming
    turn += 1
    const address = nodes[serving[turn % serving.length] ?? 0] ?? ''
    const passed = request(`${address}${url}`, { method, headers }, (answer) => {
      const status = answer.statusCode ?? 0
      const [, , , service = ''] = url.split('/')
      const name = `${Object.hasOwn(called, service) ? service : '(other)'} ${method} ${status < 400 ? 'ok' : 'client_error'}`
      answered.set(name, (answered.get(name) ?? 0) + 1)
      outgoing.writeHead(status, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    answered,
    serveBy: (chosen: readonly number[]) => {
      serving = [...chosen]
    },
    close: () => server.close(),
  }
}

test('three nodes on one PostgreSQL count exactly what a proxy in front of them counts, and a killed node loses at most its last batch', async () => {
  const clock = { now: Date.now() }
  await using instance = await openTestInstance({ engine: 'postgres', clock: () => clock.now })
  const { databaseUrl, secret } = instance.parts.config
  const folder = await mkdtemp(join(tmpdir(), 'millwright-usage-'))
  const nodes: ChildProcess[] = []
  let closeProxy = () => undefined as unknown
  try {
    const start = async (name: string) => {
      const env = {
        PATH: process.env.PATH,
        MILLWRIGHT_DATA: join(folder, name),
        MILLWRIGHT_DATABASE_URL: databaseUrl ?? '',
        MILLWRIGHT_SECRET: secret ?? '',
        MILLWRIGHT_LOG_LEVEL: 'silent',
      }
      const node = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] })
      nodes.push(node)
      const [address] = await once(createInterface({ input: node.stdout }), 'line')
      return String(address)
    }
    const addresses = await Promise.all(['a', 'b', 'c'].map(start))
    const proxy = await openCountingProxy(addresses)
    closeProxy = proxy.close
    const headers = { [sessionTokenHeader]: instance.root.token }
    const paths = ['system/role', 'system/app/999', 'user/profile', 'nowhere/x', 'db/_table/nothing', 'system/role']
    const ask = async (path: string) => {
      await fetch(`${proxy.url}/api/v2/${path}`, { headers, method: path === 'db/_table/nothing' ? 'DELETE' : 'GET' })
    }
    const round = (times: number) =>
      Promise.all(Array.from({ length: times }, (_, at) => ask(paths[at % paths.length] ?? '')))
    const read = async (address: string, query: string): Promise<UsageAnswer> => {
      const answer = await fetch(`${address}/api/v2/system/usage?${query}`, { headers })
      return (await answer.json()) as UsageAnswer
    }

    await round(120)
    // Answering a usage query flushes a node's counts.
    for (const address of addresses) await read(address, 'step=none')
    // What the third node counts from here on is lost with it.
    proxy.serveBy([2])
    const before = new Map(proxy.answered)
    await round(6)
    const lost = new Map([...proxy.answered].map(([name, n]) => [name, n - (before.get(name) ?? 0)]))
    nodes[2]?.kill('SIGKILL')
    proxy.serveBy([0, 1])
    await round(90)

    await read(addresses[1] ?? '', 'step=none')
    const counted: Record<string, number> = {}
    for (const [service, resources] of Object.entries(called)) {
      for (const verb of ['GET', 'DELETE']) {
        const asked = `step=none&by=outcome&service=${service}&verb=${verb}${resources}`
        const { meta } = await read(addresses[0] ?? '', asked)
        for (const { group, requests } of meta.groups ?? []) counted[`${service} ${verb} ${group}`] = requests
      }
    }
    const living = [...proxy.answered].map(([name, n]) => [name, n - (lost.get(name) ?? 0)])
    expect(counted).toEqual(Object.fromEntries(living))
    expect([...lost.values()].reduce((sum, n) => sum + n, 0)).toBe(6)

    // The nodes share one log, in chronological order.
    const logged = await fetch(`${addresses[0]}/api/v2/system/request_log?order=at desc&limit=200`, { headers })
    const { resource: entries } = (await logged.json()) as { resource: { node: number; at: string }[] }
    expect(new Set(entries.map(({ node }) => node)).size).toBe(3)
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )

    clock.now += 600_000
    const later = await instance.send<UsageAnswer>('GET', 'system/usage?step=none', { as: instance.root })
    expect(later.body.meta.gaps.map(({ why }) => why)).toContain('killed')
  } finally {
    closeProxy()
    for (const node of nodes) node.kill('SIGKILL')
    await Promise.all(nodes.map((node) => node.exitCode ?? node.signalCode ?? once(node, 'exit')))
    await rm(folder, { recursive: true, force: true })
  }
})
