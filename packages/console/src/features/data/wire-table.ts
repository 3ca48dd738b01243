import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import type { ListAnswer } from '@millwright/contract/wire/list'
import type { FieldSchema, RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import { send } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'

/** A table of a service, by its name under `_table`. */
export interface TablePlace {
  readonly service: string
  readonly table: string
}

/** A field's description, as returned by any server: possibly with fewer properties than ours. */
export type WireField = Partial<FieldSchema> & { readonly name: string }
export type WireRelation = Partial<RelationSchema> & { readonly name: string }
export type WireTable = Partial<Omit<TableSchema, 'field' | 'related'>> & {
  readonly field?: readonly WireField[]
  readonly related?: readonly WireRelation[]
}

export interface ReadRecords {
  readonly rows: readonly GridRecord[]
  readonly count: number | null
  /** Offset of the next page, if the server returned it. */
  readonly next: number | null
  readonly schema: WireTable | null
}

const systemPrefix = 'df_sys_'

/** Tables of the system database are resources of the system service. */
export function tablePath({ service, table }: TablePlace): string {
  if (table.startsWith(systemPrefix)) return `system/${encodeURIComponent(table.slice(systemPrefix.length))}`
  return `${encodeURIComponent(service)}/_table/${encodeURIComponent(table)}`
}

interface TableAnswer extends ListAnswer<GridRecord> {
  meta?: { count?: number; next?: number; schema?: WireTable }
}

/** Reads records without loss of numeric precision. */
export async function readRecords(place: TablePlace, params: Params, signal?: AbortSignal): Promise<ReadRecords> {
  const { data } = await send<TableAnswer>({ verb: 'GET', path: tablePath(place), params, parse: parseExact, signal })
  const { count, next, schema } = data?.meta ?? {}
  return {
    rows: data?.resource ?? [],
    count: typeof count === 'number' ? count : null,
    next: typeof next === 'number' ? next : null,
    schema: schema && typeof schema === 'object' ? schema : null,
  }
}

/** Returns the number of matching records. */
export async function countRecords(
  place: TablePlace,
  filter: string | null,
  field: string | undefined,
  signal: AbortSignal,
): Promise<number | null> {
  const params = { fields: field, limit: 1, include_count: true, filter }
  return (await readRecords(place, params, signal)).count
}

export interface WriteParts {
  readonly verb: 'POST' | 'PATCH' | 'DELETE'
  readonly place: TablePlace
  readonly records: readonly GridRecord[]
  readonly params?: Params
  readonly signal?: AbortSignal
}

/** Writes records in one request and returns those in the response, usually as they are stored. */
export async function writeRecords({
  verb,
  place,
  records,
  params,
  signal,
}: WriteParts): Promise<readonly GridRecord[]> {
  const { data } = await send<ListAnswer<GridRecord>>({
    verb,
    path: tablePath(place),
    params: { ...params },
    headers: { 'Content-Type': 'application/json;charset=utf-8' },
    body: stringifyExact({ resource: records }),
    parse: parseExact,
    signal,
  })
  const rows = data?.resource
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : []
}
