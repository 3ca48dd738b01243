import { apiPrefix } from '@millwright/contract/headers'
import { startInstance } from '../../e2e/harness/instance.ts'
import { byTurns, type TurnsResult } from './by-turns.ts'
import { addCaller } from './caller.ts'

const path = `${apiPrefix}/system/lookup?limit=1`

/**
 * Measures what counting and logging calls adds to a request. Requests alternate between two instances, one of which counts nothing, so
 * that other load on the machine affects both equally.
 */
export async function measureUsage(rounds: number, requests: number): Promise<TurnsResult> {
  await using off = await startInstance({ MILLWRIGHT_SAMPLE: '0', MILLWRIGHT_USAGE: '0' })
  await using on = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const uncounted = await addCaller(off)
  const counted = await addCaller(on)
  return await byTurns(
    { rounds, requests },
    { url: `${off.url}${path}`, headers: uncounted.headers },
    { url: `${on.url}${path}`, headers: counted.headers },
  )
}
