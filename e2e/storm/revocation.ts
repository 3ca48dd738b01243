import { setTimeout as wait } from 'node:timers/promises'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { signIn } from '../harness/api.ts'
import { firstAdmin, type Person } from '../harness/instance.ts'
import type { World } from './world.ts'

/** Milliseconds: how long nodes are polled after the end of a session, the interval, and the request timeout. */
const watched = 1_500
const every = 20
const patience = 5_000

/**
 * Starts a session that every node has seen, ends it, and polls all nodes with it.
 * @returns the milliseconds from the response that confirms its end to the last request for which a node still accepted it; `null` if it
 * could not be started or ended
 */
export async function revocationDelay({ url, nodes }: Pick<World, 'url' | 'nodes'>): Promise<number | null> {
  const session = await begun(url, firstAdmin)
  if (session === null) return null
  const seen = async (node: string) => {
    const headers = { [sessionTokenHeader]: session.token }
    const answer = fetch(`${node}${apiPrefix}/user/session`, { headers, signal: AbortSignal.timeout(patience) })
    return (await answer.then(({ status }) => status).catch(() => 0)) === 200
  }
  const urls = nodes.map(({ instance }) => instance.url)
  for (let time = 0; time < 2; time += 1) await Promise.all(urls.map(seen))
  const ended = await session.call('DELETE', 'system/admin/session').catch(() => null)
  if (ended?.status !== 200) return null
  const since = performance.now()
  let last = 0
  const watch = async (node: string) => {
    while (performance.now() - since < watched) {
      const asked = performance.now() - since
      if (await seen(node)) last = Math.max(last, asked)
      await wait(every)
    }
  }
  await Promise.all(urls.map(watch))
  return last
}

const begun = (url: string, person: Person) => signIn(url, person).catch(() => null)
