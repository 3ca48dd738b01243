import { apiPrefix } from '@millwright/contract/headers'
import { startInstance } from '../../e2e/harness/instance.ts'
import { byTurns, type TurnsResult } from './by-turns.ts'
import { addCaller } from './caller.ts'

const path = `${apiPrefix}/system/lookup?limit=1`

/**
 * What counting calls and logging them adds to a request. Two instances, one of which counts nothing, are asked in turns, request by
 * request, so that what else the machine does falls on both.
 */
export async function measureUsage(rounds: number, requests: number): Promise<TurnsResult> {
  await using off = await startInstance({ MILLWRIGHT_SAMPLE: '0', MILLWRIGHT_USAGE: '0' })
  await using on = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const [uncounted, counted] = [await addCaller(off), await addCaller(on)]
  return await byTurns(
    { rounds, requests },
    { url: `${off.url}${path}`, headers: uncounted.headers },
    { url: `${on.url}${path}`, headers: counted.headers },
  )
}
