import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { InstanceError } from './instance-error.ts'
import { send } from './send.ts'

/** A table or view of a database service, as it is listed. */
export interface ListedTable {
  /** Name in the database and in `_schema`. */
  readonly name: string
  readonly label: string
  /** Name in `_table`: its alias, or else its name. */
  readonly recordsName: string
  readonly isView: boolean
  /** Empty: there is none; `null`: the list does not tell, as for callers who may not read the schema. */
  readonly description: string | null
}

/** Parent key of all queries of a service's schema. */
export const schemaKey = (service: string) => ['schema', service] as const

/** The tables and views of a service, by name. */
export function tablesQuery(service: string) {
  return queryOptions({
    queryKey: [...schemaKey(service), 'tables'],
    queryFn: ({ signal }) => readTables(service, false, signal),
    staleTime: 60_000,
  })
}

/**
 * The tables and views of a service, from `_schema` (docs/wire/schema.md), or from `_table` for callers who may not read that. With
 * `refresh`, the instance reads the database again, which may have been changed externally.
 */
export async function readTables(
  service: string,
  refresh: boolean,
  signal?: AbortSignal,
): Promise<readonly ListedTable[]> {
  const params = { fields: 'name,label,alias,is_view,description', ...(refresh && { refresh }) }
  const listed = await readList(`${encodeURIComponent(service)}/_schema`, params, signal).catch((error: unknown) => {
    if (!(error instanceof InstanceError) || error.status !== 403) throw error
    return readList(`${encodeURIComponent(service)}/_table`, { ...params, fields: 'name,label' }, signal)
  })
  return listed.sort((one, other) => one.name.localeCompare(other.name))
}

async function readList(path: string, params: object, signal: AbortSignal | undefined): Promise<ListedTable[]> {
  const { data } = await send<ListAnswer<unknown> | null>({ verb: 'GET', path, params: { ...params }, signal })
  return (data?.resource ?? []).flatMap((row) => readTable(row) ?? [])
}

/** Reads a list entry, a name alone or an object; `null` without a name. */
function readTable(row: unknown): ListedTable | null {
  const { name, label, alias, is_view, description } = typeof row === 'string' ? { name: row } : Object(row)
  if (typeof name !== 'string' || name === '') return null
  return {
    name,
    label: typeof label === 'string' && label !== '' ? label : name,
    recordsName: typeof alias === 'string' && alias !== '' ? alias : name,
    isView: is_view === true,
    description: description === undefined ? null : String(description ?? ''),
  }
}

/** Tables whose name or label contains a text; those whose name starts with it come first. */
export function matchingTables(tables: readonly ListedTable[], text: string): readonly ListedTable[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return tables
  const begins = ({ name }: ListedTable) => name.toLowerCase().startsWith(wanted)
  const found = tables.filter(
    ({ name, label }) => name.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted),
  )
  return [...found.filter(begins), ...found.filter((table) => !begins(table))]
}
