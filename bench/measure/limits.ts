import { apiPrefix } from '@millwright/contract/headers'
import { startInstance } from '../../e2e/harness/instance.ts'
import { byTurns, type TurnsResult } from './by-turns.ts'
import { addCaller, type Caller } from './caller.ts'

export interface LimitsResult extends TurnsResult {
  readonly limits: number
  /** Number of limits that count the request. */
  readonly counting: number
}

const limits = 1000
const path = `${apiPrefix}/system/lookup?limit=1`
/** More requests than the benchmark can make. */
const rate = 1_000_000_000

/**
 * Measures what the limiter adds to a request that no limit rejects. Requests alternate between the two instances, so that other load on
 * the machine affects both equally.
 */
export async function measureLimits(rounds: number, requests: number): Promise<LimitsResult> {
  await using none = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  await using all = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const freeCaller = await addCaller(none)
  const limitedCaller = await addCaller(all)
  const counting = await addLimits(limitedCaller)
  const turns = await byTurns(
    { rounds, requests },
    { url: `${none.url}${path}`, headers: freeCaller.headers },
    { url: `${all.url}${path}`, headers: limitedCaller.headers },
  )
  return { limits, counting, ...turns }
}

/** Adds a few limits that count the caller's requests, and the rest on other paths of the same service. Returns the number that count. */
async function addLimits({ api, serviceId, roleId }: Caller): Promise<number> {
  const counting = [
    { type: 'instance' },
    { type: 'instance.each_user' },
    { type: 'instance.service', service_id: serviceId },
    { type: 'instance.role', role_id: roleId },
    { type: 'instance.service.endpoint', service_id: serviceId, endpoint: 'lookup' },
  ]
  const others = Array.from({ length: limits - counting.length }, (_, index) => ({
    type: 'instance.service.endpoint',
    service_id: serviceId,
    endpoint: `part${index}/*`,
  }))
  const resource = [...counting, ...others].map((limit, index) => ({
    name: `limit ${index}`,
    rate,
    period: 'hour',
    ...limit,
  }))
  const { status } = await api.call('POST', 'system/limit?fields=id', { resource })
  if (status >= 300) throw new Error(`Adding ${limits} limits gave ${status}`)
  return counting.length
}
