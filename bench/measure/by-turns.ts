import { Agent, request as ask } from 'node:http'
import { median } from '../median.ts'

interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent with POST; if absent, the request is a GET. */
  readonly body?: string
}

export interface TurnsResult {
  /** Median duration of a request, in microseconds. */
  readonly without: number
  readonly withAll: number
  /** Median of the rounds' ratios of `withAll` to `without`. */
  readonly cost: number
}

/**
 * Alternates between two requests over one connection, so that other load on the machine affects both equally. Returns medians of the
 * rounds, after one warm-up round.
 */
export async function byTurns(
  { rounds, requests }: { readonly rounds: number; readonly requests: number },
  plain: Request,
  loaded: Request,
): Promise<TurnsResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const found: { without: number; withAll: number }[] = []
  try {
    for (let round = -1; round < rounds; round++) {
      const [without, withAll]: [number[], number[]] = [[], []]
      for (let request = 0; request < requests; request++) {
        without.push(await requestTime(plain, agent))
        withAll.push(await requestTime(loaded, agent))
      }
      if (round >= 0) found.push({ without: median(without), withAll: median(withAll) })
    }
  } finally {
    agent.destroy()
  }
  return {
    without: median(found.map(({ without }) => without)),
    withAll: median(found.map(({ withAll }) => withAll)),
    cost: median(found.map(({ without, withAll }) => withAll / without)),
  }
}

/** Microseconds from sending the request to the end of the response. */
function requestTime({ url, headers, body }: Request, agent: Agent): Promise<number> {
  const start = process.hrtime.bigint()
  return new Promise((resolve, reject) => {
    const asked = ask(url, { method: body === undefined ? 'GET' : 'POST', headers, agent }, (answer) => {
      answer.resume()
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.once('end', () => resolve(Number(process.hrtime.bigint() - start) / 1000))
      answer.once('error', reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
}
