import type { Forward } from '../../../gateway/gateway.ts'
import { currentRequest, inRequest, newRequestId } from '../../../platform/tracing/request-context.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { wholeBody } from '../../../request/row-stream.ts'
import type { ModelTable } from '../data-model/model-table.ts'
import { type TableFacts, tableFacts } from '../data-model/table-facts.ts'

interface ReadFacts {
  readonly tables: readonly ModelTable[]
  readonly samples: boolean
  /** Aborted when the time for all is over. */
  readonly late: AbortSignal
}

/**
 * Reads what records tell about tables, on behalf of the caller of a request for a service's `_spec`: with the caller's rights, row filters
 * and event scripts. Returns what was read before `late`, by the names of tables.
 */
export async function readFacts(
  call: Forward,
  request: ApiRequest,
  { tables, samples, late }: ReadFacts,
): Promise<ReadonlyMap<string, TableFacts>> {
  const around = currentRequest()
  const signal = around?.signal === undefined ? late : AbortSignal.any([late, around.signal])
  const context = { ...around, id: around?.id ?? newRequestId(), signal, readsOnly: true }
  const found = new Map<string, TableFacts>()
  const over = overWhen(late)

  async function read({ name }: ModelTable, params: ApiRequest['params']): Promise<unknown> {
    const { body } = await call(requestFor(request, name, params))
    return await wholeBody(body)
  }

  async function readAll(): Promise<void> {
    const facts = tableFacts(tables, { read, samples, checkpoint: () => signal.throwIfAborted() })
    let at = 0
    for await (const each of facts) {
      const table = tables[at]
      if (late.aborted || table === undefined) return
      found.set(table.name, each)
      at += 1
    }
  }

  try {
    // A database may take its time to notice that nobody waits any more.
    await Promise.race([inRequest(context, readAll), over])
  } catch (error) {
    if (!late.aborted) throw error
  }
  return new Map(found)
}

function overWhen(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}

function requestFor(request: ApiRequest, table: string, params: ApiRequest['params']): ApiRequest {
  return {
    ...request,
    verb: 'GET',
    resource: `_table/${table}`,
    params,
    query: undefined,
    payload: undefined,
    payloadFormat: 'none',
    headers: {},
    readsOnly: true,
  }
}
