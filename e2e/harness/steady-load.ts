import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'

/** Sends requests continuously over keep-alive connections; returns the counts of statuses and error codes. */
export function load(url: string, connections: number) {
  const outcomes: Record<string, number> = {}
  let going = true
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const asking = agents.map(async (agent) => {
    while (going) {
      const outcome = await outcomeOf(`${url}/api/v2/system/environment`, agent)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    agent.destroy()
  })
  const end = async () => {
    going = false
    await Promise.all(asking)
    return outcomes
  }
  return { outcomes, end }
}

/** Stops an instance under load, which must drop no request that it accepted. */
export async function expectCleanStop(instance: {
  readonly url: string
  stop(signal: 'SIGTERM'): Promise<number | null>
}) {
  const busy = load(instance.url, 20)
  await expect.poll(() => busy.outcomes['200'] ?? 0).toBeGreaterThan(40)
  const code = await instance.stop('SIGTERM')
  const { 200: answered = 0, ECONNREFUSED: refused = 0, ...dropped } = await busy.end()
  expect({ code, dropped }).toEqual({ code: 0, dropped: {} })
  expect(Math.min(answered, refused)).toBeGreaterThan(0)
}

/** Asks once; returns the status, or the code of the error. */
export function outcomeOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    let isAnswered = false
    // A connection that was not accepted yet is reset when the listener closes, which counts as refused.
    const failed = (error: Error) => {
      const code = String(Reflect.get(error, 'code') ?? error.message)
      resolve(code === 'ECONNRESET' && !outgoing.reusedSocket && !isAnswered ? 'ECONNREFUSED' : code)
    }
    const outgoing = request(url, { agent }, (answer) => {
      isAnswered = true
      text(answer).then(() => resolve(String(answer.statusCode)), failed)
    })
    outgoing.once('error', failed)
    outgoing.end()
  })
}
