import { Agent, get } from 'node:http'
import { apiPrefix } from '@millwright/contract/headers'
import { startInstance } from '../../e2e/harness/instance.ts'
import { median } from '../median.ts'
import { addCaller, type Caller } from './caller.ts'

export interface LimitsResult {
  readonly limits: number
  /** How many of these count the request. */
  readonly counting: number
  /** Microseconds of a request at the median, without limits and with all of them. */
  readonly without: number
  readonly withAll: number
  /** Median of the rounds' ratios, with to without. */
  readonly cost: number
}

const limits = 1000
const path = `${apiPrefix}/system/lookup?limit=1`
/** More than the bench can ask. */
const rate = 1_000_000_000

/**
 * What the limiter adds to a request that no limit refuses. The two instances are asked in turns, request by request, so that
 * what else the machine does falls on both.
 */
export async function measureLimits(rounds: number, requests: number): Promise<LimitsResult> {
  await using none = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  await using all = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const [freeCaller, limitedCaller] = [await addCaller(none), await addCaller(all)]
  const counting = await addLimits(limitedCaller)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const found: { without: number; withAll: number }[] = []
  try {
    for (let round = -1; round < rounds; round++) {
      const [without, withAll]: [number[], number[]] = [[], []]
      for (let request = 0; request < requests; request++) {
        without.push(await requestTime(none.url, freeCaller, agent))
        withAll.push(await requestTime(all.url, limitedCaller, agent))
      }
      // The first one is for the servers to get warm.
      if (round >= 0) found.push({ without: median(without), withAll: median(withAll) })
    }
  } finally {
    agent.destroy()
  }
  return {
    limits,
    counting,
    without: median(found.map(({ without }) => without)),
    withAll: median(found.map(({ withAll }) => withAll)),
    cost: median(found.map(({ without, withAll }) => withAll / without)),
  }
}

/** A few limits that count the caller's requests, the rest on other paths of the same service; answers how many count. */
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

/** Microseconds from asking to the end of the answer. */
function requestTime(url: string, { headers }: Caller, agent: Agent): Promise<number> {
  const start = process.hrtime.bigint()
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers, agent }, (answer) => {
      answer.resume()
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.once('end', () => resolve(Number(process.hrtime.bigint() - start) / 1000))
      answer.once('error', reject)
    }).once('error', reject)
  })
}
