import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sessionTokenHeader } from '@millwright/contract/headers'
import type { UsageAnswer } from '@millwright/contract/wire/usage'
import { expect, test } from 'vitest'
import { openTestInstance } from '../../testing/open-test-instance.ts'

const program = fileURLToPath(new URL('../../testing/run-node.ts', import.meta.url))

test('three nodes on one PostgreSQL count exactly what was sent, and one that is killed lacks its last batch at most', async () => {
  const clock = { now: Date.now() }
  await using instance = await openTestInstance({ engine: 'postgres', clock: () => clock.now })
  const { databaseUrl, secret } = instance.parts.config
  const folder = await mkdtemp(join(tmpdir(), 'millwright-usage-'))
  const nodes: ChildProcess[] = []
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
    const headers = { [sessionTokenHeader]: instance.root.token }
    const sent = new Map<string, number>()
    const ask = async (address: string, path: string) => {
      const { status } = await fetch(`${address}/api/v2/${path}`, { headers })
      const name = `${path.split('/')[0]} ${status}`
      sent.set(name, (sent.get(name) ?? 0) + 1)
    }
    const paths = ['system/role', 'system/app/999', 'user/profile', 'nowhere/x']
    const round = (among: readonly string[], times: number) =>
      Promise.all(
        Array.from({ length: times }, (_, at) => ask(among[at % among.length] ?? '', paths[at % paths.length] ?? '')),
      )

    await round(addresses, 120)
    // Each has written what it counted once it has answered a question about it.
    const read = (address: string, query: string): Promise<UsageAnswer> =>
      fetch(`${address}/api/v2/system/usage?${query}`, { headers }).then(
        (answer) => answer.json() as Promise<UsageAnswer>,
      )
    for (const address of addresses) await read(address, 'step=none')
    // What the third counts from here on is gone with it.
    const lost = 4
    await round([addresses[2] ?? ''], lost)
    nodes[2]?.kill('SIGKILL')
    await round(addresses.slice(0, 2), 80)

    await read(addresses[1] ?? '', 'step=none')
    const { meta } = await read(addresses[0] ?? '', 'by=resource&step=none')
    const counted = Object.fromEntries((meta.groups ?? []).map(({ group, requests }) => [group, requests]))
    expect(counted).toMatchObject({
      ...{ 'system/role': 50, 'system/(other)': 50, 'user/profile': 50, '(other)/(other)': 50 },
    })
    expect(sent.get('user 200')).toBe(50 + lost / 4)

    clock.now += 600_000
    const later = await instance.send<UsageAnswer>('GET', 'system/usage?step=none', { as: instance.root })
    expect(later.body.meta.gaps.map(({ why }) => why)).toContain('killed')
  } finally {
    for (const node of nodes) node.kill('SIGKILL')
    await Promise.all(nodes.map((node) => node.exitCode ?? node.signalCode ?? once(node, 'exit')))
    await rm(folder, { recursive: true, force: true })
  }
})
