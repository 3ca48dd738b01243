import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Collections } from '../../../gateway/service.ts'
import { currentRequest, inRequest, newRequestId } from '../../../platform/tracing/request-context.ts'
import { inTurn } from '../../../platform/yielder.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { wholeBody } from '../../../request/row-stream.ts'
import { type ModelTable, modelTable, type TableFacts, tableFacts } from '../data-model/model-table.ts'

/** Reads for the data model of a service until the time for all is over. */
export interface ModelReader {
  /** Reads `_table` of the service. Throws the error of the request. */
  read(table: string, params: ApiRequest['params']): Promise<unknown>
  /** Throws if nothing more should be read. */
  checkpoint(): void
  /** Runs work that reads, and returns when it is done or the time is over. Throws what the work throws before that. */
  untilLate(work: () => Promise<void>): Promise<void>
}

/**
 * Reads on behalf of the caller of a request for a service's `_spec`: with the caller's rights, row filters and event scripts. `late`: aborted
 * when the time for all is over.
 */
export function modelReader(call: Forward, request: ApiRequest, late: AbortSignal): ModelReader {
  const around = currentRequest()
  const signal = around?.signal === undefined ? late : AbortSignal.any([late, around.signal])
  const context = { ...around, id: around?.id ?? newRequestId(), signal, readsOnly: true }
  const over = overWhen(late)
  return {
    async read(table, params) {
      const { body } = await call(requestFor(request, table, params))
      return await wholeBody(body)
    },
    checkpoint: () => signal.throwIfAborted(),
    async untilLate(work) {
      try {
        // A database may take its time to notice that nobody waits any more.
        await Promise.race([inRequest(context, work), over])
      } catch (error) {
        if (!late.aborted) throw error
      }
    },
  }
}

interface ReadFacts {
  readonly tables: readonly ModelTable[]
  readonly samples: boolean
  /** Whether the service can list the values of a column. */
  readonly groups: boolean
}

/** Reads what records tell about tables. Returns what was read in time, by the names of tables. */
export async function readFacts(
  { read, checkpoint, untilLate }: ModelReader,
  { tables, samples, groups }: ReadFacts,
): Promise<ReadonlyMap<string, TableFacts>> {
  const found = new Map<string, TableFacts>()
  await untilLate(async () => {
    const facts = tableFacts(tables, { read: ({ name }, params) => read(name, params), samples, groups, checkpoint })
    let at = 0
    for await (const each of facts) {
      const table = tables[at]
      if (table === undefined) return
      found.set(table.name, each)
      at += 1
    }
  })
  return new Map(found)
}

/** Documents of a collection in which its fields are looked for. */
const sampled = 100

/**
 * Finds the fields of collections in documents that the caller may read. Those that were not read in time, or not at all, have no columns.
 */
export async function readCollections(
  { read, checkpoint, untilLate }: ModelReader,
  collections: Collections,
  names: readonly string[],
): Promise<readonly ModelTable[]> {
  const found = new Map<string, ModelTable>()
  await untilLate(async () => {
    for await (const table of inTurn(names, (name) => described(name))) if (table !== null) found.set(table.name, table)
  })

  async function described(name: string): Promise<ModelTable | null> {
    checkpoint()
    try {
      const body = await read(name, { limit: String(sampled) })
      const documents = isRecord(body) && Array.isArray(body.resource) ? body.resource : []
      return collectionTable(name, await collections.fieldsIn(name, documents))
    } catch {
      checkpoint()
      return null
    }
  }

  return names.map((name) => found.get(name) ?? collectionTable(name, []))
}

/** A collection as a table. Nothing refers to another one. */
export function collectionTable(name: string, field: readonly Readonly<Record<string, unknown>>[]): ModelTable {
  return modelTable({ name, field }, () => null)
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
