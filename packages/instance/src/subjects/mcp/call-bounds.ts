import { Problem } from '@millwright/contract/problem'
import type { McpCaller } from '../../gateway/ports/mcp-endpoint.ts'
import type { ServiceHost, ServiceRow } from '../../gateway/service-kind.ts'
import { Semaphore } from '../../platform/semaphore.ts'
import { tracingHeaders } from '../../platform/tracing/request-context.ts'

/** Number of concurrent calls per caller, and of calls that may wait. */
const width = 8
const depth = 32

const tooMany = () => new Problem(429, 'Too many calls at once.', { headers: { 'Retry-After': '1' } })

/** Counts tool calls toward limits, and bounds the concurrent calls of each caller. */
export function createCallBounds({ count }: Pick<ServiceHost, 'count'>, row: ServiceRow) {
  const busy = new Map<string, Semaphore>()

  async function counted({ caller: who, sentToken, origin, linkOrigin, address, agent }: McpCaller): Promise<void> {
    const caller = { ...who, assistant: agent ?? 'unnamed' }
    const from = { caller, sentToken, origin, linkOrigin, address, headers: tracingHeaders() }
    const call = { verb: 'POST', service: row.name.toLowerCase(), resource: '', requestor: 'API' } as const
    await count({ ...from, ...call, params: {}, payload: undefined, payloadFormat: 'none' })
  }

  return async <T>(by: McpCaller, work: () => Promise<T>): Promise<T> => {
    const key = `${by.caller.user?.id ?? ''} ${by.caller.app?.id ?? ''}`
    const places = busy.get(key) ?? new Semaphore({ width, depth, refusal: tooMany })
    busy.set(key, places)
    let isBegun = false
    try {
      return await places.run(async () => {
        if (!by.isCounted) await counted(by)
        isBegun = true
        return await work()
      })
    } catch (error) {
      if (!isBegun && error instanceof Problem && error.status === 429) by.refusedWhole?.(error)
      throw error
    } finally {
      if (places.load.used === 0 && busy.get(key) === places) busy.delete(key)
    }
  }
}
