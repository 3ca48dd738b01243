import { isRecord } from '@millwright/contract/wire/is-record'
import { inTurn } from '../../../platform/yielder.ts'
import { joinItems } from '../../../request/params.ts'

/** A table of a data model, by the names that requests for its records use. */
export interface ModelTable {
  readonly name: string
  /** Empty if there is none. */
  readonly description: string
  readonly isView: boolean
  readonly columns: readonly ModelColumn[]
  readonly relations: readonly ModelRelation[]
}

export interface ModelColumn {
  readonly name: string
  readonly type: string
  readonly isKey: boolean
  readonly isUnique: boolean
  readonly required: boolean
  /** What it references; `null`: nothing. */
  readonly references: { readonly table: string; readonly field: string } | null
  /** The values to choose from, declared by an administrator or by the database; empty: any. */
  readonly values: readonly string[]
}

export interface ModelRelation {
  readonly name: string
  readonly type: string
  readonly field: string
  readonly refTable: string
  readonly refField: string
  readonly junctionTable: string | null
}

/**
 * Returns the name under which records of another table are requested, by its name in the database and its service, `null` for the
 * same one; `null` if the reader must not learn of it.
 */
export type FindTable = (table: string, service: number | null) => string | null

/** Reads a table as `_schema` describes it (docs/wire/schema.md), without references to tables that `find` does not name. */
export function modelTable(schema: Readonly<Record<string, unknown>>, find: FindTable): ModelTable {
  return {
    name: nameOf(schema),
    description: text(schema.description),
    isView: schema.is_view === true,
    columns: records(schema.field).map((field) => columnOf(field, find)),
    relations: records(schema.related).flatMap((relation) => relationOf(relation, find)),
  }
}

function columnOf(field: Readonly<Record<string, unknown>>, find: FindTable): ModelColumn {
  const { ref_table: to, ref_field: referenced, picklist } = field
  const table = field.is_foreign_key === true && typeof to === 'string' ? find(to, null) : null
  return {
    name: nameOf(field),
    type: text(field.type),
    isKey: field.is_primary_key === true,
    isUnique: field.is_unique === true,
    required: field.required === true,
    references: table === null ? null : { table, field: text(referenced) },
    values: Array.isArray(picklist) ? picklist.map(String) : [],
  }
}

function relationOf(relation: Readonly<Record<string, unknown>>, find: FindTable): ModelRelation[] {
  const { ref_service_id: service, junction_service_id: between } = relation
  const refTable = find(text(relation.ref_table), idOf(service))
  const junction = text(relation.junction_table)
  const junctionTable = junction === '' ? null : find(junction, idOf(between))
  if (refTable === null || (junction !== '' && junctionTable === null)) return []
  const ends = { field: text(relation.field), refField: text(relation.ref_field) }
  return [{ name: nameOf(relation), type: text(relation.type), ...ends, refTable, junctionTable }]
}

const idOf = (value: unknown) => (typeof value === 'number' ? value : null)

const nameOf = ({ alias, name }: Readonly<Record<string, unknown>>) => text(alias) || text(name)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const records = (list: unknown) => (Array.isArray(list) ? list.filter(isRecord) : [])

/** What records tell about a table; absent: not read, or the caller may not read it. */
export interface TableFacts {
  readonly count?: { readonly count: number; readonly estimated: boolean }
  readonly samples?: readonly unknown[]
  /** The values of columns that have few, by column. */
  readonly values?: Readonly<Record<string, readonly string[]>>
}

interface FactsReader {
  /** Reads records of a table on behalf of the caller, by the parameters of `_table`. Throws the error of the request. */
  read(table: ModelTable, params: Readonly<Record<string, string>>): Promise<unknown>
  /** Throws if no more should be read, and the whole work with it. */
  checkpoint(): void
  /** Whether records themselves are read, not only counted. */
  readonly samples: boolean
  /** Whether the values of a column can be listed, by `group`. */
  readonly groups: boolean
}

const sampleRows = 3
const maxValues = 20
/** Columns of a table whose values are read. */
const maxListed = 8
/** Columns with values for each record are no lists to choose from, and those of large tables take too long. */
const maxListedRows = 100_000

/** Reads facts about tables, several at a time, and yields them in order. What cannot be read is absent. */
export function tableFacts(tables: readonly ModelTable[], reader: FactsReader): AsyncGenerator<TableFacts> {
  return inTurn(tables, (table) => factsOf(table, reader))
}

async function factsOf(table: ModelTable, { read, checkpoint, samples, groups }: FactsReader): Promise<TableFacts> {
  const tried = async <T>(params: Readonly<Record<string, string>>, of: (body: unknown) => T): Promise<T | null> => {
    checkpoint()
    try {
      return of(await read(table, params))
    } catch {
      checkpoint()
      return null
    }
  }
  const counted = await tried({ count_only: 'true', estimate: 'true' }, countIn)
  const count = counted === null ? {} : { count: counted }
  if (!samples) return count
  const rows = await tried({ limit: String(sampleRows) }, rowsIn)
  const values: Record<string, readonly string[]> = {}
  if (groups && counted !== null && !counted.estimated && counted.count <= maxListedRows) {
    for (const { name } of table.columns.filter(mayList).slice(0, maxListed)) {
      const column = joinItems([name])
      const params = { fields: column, group: column, limit: String(maxValues + 1) }
      const found = await tried(params, (body) => textsIn(rowsIn(body), name))
      if (found !== null && isList(found, counted.count)) values[name] = found
    }
  }
  return { ...count, ...(rows !== null && { samples: rows }), values }
}

const mayList = ({ type, isKey, isUnique, references, values }: ModelColumn) =>
  type === 'string' && !isKey && !isUnique && references === null && values.length === 0

/** Whether values are few and repeat, as those of a state do and those of a name do not. */
const isList = (values: readonly string[], rows: number) =>
  values.length > 0 && values.length <= maxValues && values.length * 2 <= rows

function countIn(body: unknown): { readonly count: number; readonly estimated: boolean } {
  // Connectors count without estimates.
  return isRecord(body)
    ? { count: Number(body.count), estimated: body.estimated === true }
    : { count: Number(body), estimated: false }
}

function rowsIn(body: unknown): readonly unknown[] {
  return isRecord(body) && Array.isArray(body.resource) ? body.resource : []
}

function textsIn(rows: readonly unknown[], column: string): string[] {
  return rows.flatMap((row) => {
    const value = isRecord(row) ? row[column] : null
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}
