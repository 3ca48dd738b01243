import autocannon from 'autocannon'
import { median } from '../median.ts'

/** One kind of request, as each of the two servers accepts it. */
export interface Contest {
  readonly name: string
  readonly floor: Asked
  readonly ours: Asked
}

export interface Asked extends autocannon.Request {
  readonly url: string
  /** What differs from one request to the next, divided among the connections; written before the load begins, so that its client has less to do. */
  readonly variants?: readonly autocannon.Request[]
}

export interface LoadResult {
  readonly name: string
  readonly connections: number
  /** Requests per second, medians of the rounds. */
  readonly floor: number
  readonly ours: number
  /** Median of the rounds' ratios of `ours` to `floor`. */
  readonly ratio: number
  /** The lowest and the highest ratio. */
  readonly spread: readonly [number, number]
}

export interface LoadPlan {
  readonly connections: readonly number[]
  readonly rounds: number
  /** Duration of one round on one server. */
  readonly seconds: number
}

/** Returns the successful requests per second. Throws if one fails. */
type Run = (request: Asked, connections: number, seconds: number) => Promise<number>

/** Loads two warm servers alternately, so that other load on the machine affects both equally. */
export async function compareUnderLoad(
  contest: Contest,
  plan: LoadPlan,
  run: Run = runAutocannon,
): Promise<readonly LoadResult[]> {
  const results: LoadResult[] = []
  await warmUp(contest, Math.max(...plan.connections), run)
  for (const connections of plan.connections) {
    const rounds: { readonly floor: number; readonly ours: number }[] = []
    for (let round = 0; round < plan.rounds; round++) {
      const floor = await run(contest.floor, connections, plan.seconds)
      const ours = await run(contest.ours, connections, plan.seconds)
      rounds.push({ floor, ours })
    }
    const ratios = rounds.map(({ floor, ours }) => ours / floor)
    results.push({
      name: contest.name,
      connections,
      floor: median(rounds.map(({ floor }) => floor)),
      ours: median(rounds.map(({ ours }) => ours)),
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
    })
  }
  return results
}

const maxWarmingRounds = 6
/** A server counts as warm once it is no faster than this factor times its best rate so far. */
const steady = 1.05

/** Loads both servers until neither gets faster: the more code a request runs, the longer the JIT takes to compile it. */
async function warmUp(contest: Contest, connections: number, run: Run): Promise<void> {
  const best = { floor: 0, ours: 0 }
  for (let round = 0; round < maxWarmingRounds; round++) {
    const floor = await run(contest.floor, connections, 1)
    const ours = await run(contest.ours, connections, 1)
    if (floor <= best.floor * steady && ours <= best.ours * steady) return
    best.floor = Math.max(best.floor, floor)
    best.ours = Math.max(best.ours, ours)
  }
}

async function runAutocannon(request: Asked, connections: number, seconds: number): Promise<number> {
  const { url, variants = [], ...rest } = request
  let connection = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ ...rest, ...variants[0] }],
    setupClient(client) {
      const own = variants.filter((_, at) => at % connections === connection)
      connection += 1
      if (own.length > 0) client.setRequests(own.map((variant) => ({ ...rest, ...variant })))
    },
  })
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0)
    throw new Error(
      `${bad} of ${result.requests.sent} requests to ${url} failed: ${JSON.stringify(result.statusCodeStats)}`,
    )
  return result['2xx'] / result.duration
}
