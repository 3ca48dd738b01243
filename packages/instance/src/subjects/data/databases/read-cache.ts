import { flagSetting, numberSetting } from '@millwright/connector/config-values'
import type { MaybePromise } from '@millwright/connector/engine/statement'
import { onceKept, wholeOf } from '../../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { RowStream } from '../../../request/row-stream.ts'
import type { DatabaseContext } from './database-context.ts'
import { readerKey } from './reader-key.ts'

/**
 * Caches responses to reads without a body, for as long as the service configures (docs/wire/caches.md). Any write to the service's records
 * invalidates all of them, as it may have changed further tables.
 */
export interface ReadCache {
  /** Returns the cached response, or a new one. */
  answer(request: ApiRequest, read: () => Promise<ApiResponse>): Promise<ApiResponse>
  /** Invalidates all responses after a possible write. */
  invalidate(): unknown
}

export function createReadCache({ service }: Pick<DatabaseContext, 'service'>): ReadCache {
  const { config, row, host } = service
  const { parts } = host
  const seconds = flagSetting(config, 'cache_enabled', false) ? (numberSetting(config, 'cache_ttl') ?? 0) : 0
  const answers = parts.caches.answers(row.id)
  return {
    invalidate: () => (seconds > 0 ? onceKept(row.id, () => answers.outdate()) : undefined),
    async answer(request, read) {
      if (seconds <= 0 || request.payload !== undefined || wholeOf(row.id) !== null) return read()
      const soon = keyOf(request)
      const key = soon instanceof Promise ? await soon : soon
      if (key === null) return read()
      const found = await answers.find(key)
      if (found.value !== undefined && !flag(request.params, 'refresh'))
        return { status: 200, body: found.value, isCached: true }
      const answer = await read()
      if (!(answer.body instanceof RowStream)) await found.keep(answer.body, seconds)
      return answer
    },
  }

  /** Returns `null` if the response depends on more than read access: on lookup keys in a filter. */
  function keyOf(request: ApiRequest): MaybePromise<string | null> {
    const asked: [string, string][] = []
    for (const [name, value] of Object.entries(request.params)) {
      if (name === 'file') asked.push([name, ''])
      else if (!aside.has(name)) asked.push([name, value])
      if (value.includes('{')) return null
    }
    asked.sort(([one], [other]) => (one < other ? -1 : 1))
    const whole = (reader: string) => `records ${reader} ${request.resource} ${JSON.stringify(asked)}`
    const reader = readerKey(parts, request)
    return reader instanceof Promise ? reader.then(whole) : whole(reader)
  }
}

/** Parameters that do not affect what is read. */
const aside = new Set(['refresh', 'api_key', 'session_token', '_method', 'method', 'file', 'accept', 'wrap'])
