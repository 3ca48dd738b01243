import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sessionTokenHeader } from '@millwright/contract/headers'
import { expect, it, onTestFinished } from 'vitest'
import { redisUrl } from '../../../testing/redis.ts'
import { testInstance } from '../../../testing/test-instance.ts'

const program = fileURLToPath(new URL('../../../testing/run-node.ts', import.meta.url))
const rate = 50
const requests = 300

it.skipIf(redisUrl === null)(
  'lets exactly the allowed number of hundreds of concurrent requests pass on three nodes that share a Redis',
  async () => {
    const { send, make, root, parts } = await testInstance({ engine: 'postgres', config: { redisUrl } })
    const user = await make.user()
    const type = 'instance.user.service.endpoint'
    const target = { user_id: user.id, service_id: await make.serviceId('user'), endpoint: 'profile' }
    const record = { name: 'calm', type, rate, period: 'minute', ...target }
    const { status } = await send('POST', 'system/limit', { as: root, body: { resource: [record] } })
    expect(status).toBe(201)
    const anew = () => send('DELETE', 'system/limit_cache?force=true', { as: root })
    onTestFinished(async () => void (await anew()))

    const nodes: ChildProcess[] = []
    const folder = await mkdtemp(join(tmpdir(), 'millwright-nodes-'))
    onTestFinished(async () => {
      for (const node of nodes) node.kill('SIGKILL')
      await Promise.all(nodes.map((node) => node.exitCode ?? node.signalCode ?? once(node, 'exit')))
      await rm(folder, { recursive: true, force: true })
    })
    const { databaseUrl, secret } = parts.config
    const start = async (name: string) => {
      const env = {
        PATH: process.env.PATH,
        MILLWRIGHT_DATA: join(folder, name),
        MILLWRIGHT_DATABASE_URL: databaseUrl ?? '',
        MILLWRIGHT_REDIS_URL: redisUrl ?? '',
        MILLWRIGHT_SECRET: secret ?? '',
      }
      const node = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] })
      nodes.push(node)
      const [address] = await once(createInterface({ input: node.stdout }), 'line')
      return String(address)
    }
    const addresses = await Promise.all(['a', 'b', 'c'].map(start))

    async function passed(among: readonly string[]): Promise<number> {
      await anew()
      const headers = { [sessionTokenHeader]: user.token }
      const statuses = await Promise.all(
        Array.from({ length: requests }, async (_, at) => {
          const address = `${among[at % among.length]}/api/v2/user/profile`
          // Requests that a busy machine could not count in time are not counted, and are sent again.
          for (;;) {
            const answer = await fetch(address, { headers })
            await answer.arrayBuffer()
            if (answer.status !== 503) return answer.status
          }
        }),
      )
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
      return statuses.filter((each) => each === 200).length
    }
    expect(await passed(addresses)).toBe(rate)
    expect(await passed(addresses.slice(0, 1))).toBe(rate)
  },
)
