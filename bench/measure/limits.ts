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

/** What the limiter adds to a request that no limit refuses; one request after the other, on both instances in turns. */
export async function measureLimits(rounds: number, requests: number): Promise<LimitsResult> {
  await using none = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  await using all = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const [freeCaller, limitedCaller] = [await addCaller(none), await addCaller(all)]
  const counting = await addLimits(limitedCaller)
  const found: { without: number; withAll: number }[] = []
  await requestTime(none.url, freeCaller, requests)
  await requestTime(all.url, limitedCaller, requests)
  for (let round = 0; round < rounds; round++) {
    const without = await requestTime(none.url, freeCaller, requests)
    found.push({ without, withAll: await requestTime(all.url, limitedCaller, requests) })
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

/** Microseconds at the median of requests one after the other on one connection. */
async function requestTime(url: string, { headers }: Caller, requests: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  try {
    for (let request = 0; request < requests; request++) {
      const start = process.hrtime.bigint()
      await ask(`${url}${path}`, headers, agent)
      times.push(Number(process.hrtime.bigint() - start) / 1000)
    }
  } finally {
    agent.destroy()
  }
  return median(times)
}

function ask(url: string, headers: Caller['headers'], agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (answer) => {
      answer.resume()
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.once('end', resolve)
      answer.once('error', reject)
    }).once('error', reject)
  })
}
