import type { TableName } from '@millwright/connector/engine/catalog'
import type { Database, Engine } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import type { TableFigures } from '@millwright/contract/wire/table-schema'
import { decide } from '../../../../access/decide.ts'
import { rowFilters } from '../../../../access/row-filter.ts'
import { paced } from '../../../../platform/yielder.ts'
import type { DescribedTable } from '../../../../records/described-table.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { wireName } from './names.ts'
import { maskOf } from './read-schema.ts'
import type { SchemaCache } from './schema-reader.ts'

/** Milliseconds for which figures are given again. */
const lasting = 10_000
/** Milliseconds after which what is known by then is given. */
const longest = 2_000
/** Milliseconds after which no further table is counted. */
const counting = 500
/** Tables with more rows, or bytes, by the database's estimate are not counted. */
const fewRows = 100_000
const fewBytes = 16 * 1024 * 1024

type Figures = Pick<TableFigures, 'rows' | 'estimated' | 'bytes' | 'last_change'>
type OnDatabase = { readonly engine: Engine; readonly database: Pick<Database, 'run'>; readonly schema: SchemaCache }

/**
 * Creates a function that lists the tables that the caller has any access to, with numbers of fields and relations, and, of those whose
 * rows the caller may all read, rows, size and last change, as far as the database knows them or counts quickly (docs/wire/schema.md).
 */
export function createReadFigures(context: OnDatabase): (request: ApiRequest) => Promise<object> {
  let held: { readonly until: number; readonly of: Promise<ReadonlyMap<string, Figures>> } | null = null

  return async (request) => {
    const tables = (await context.schema.tables()).filter(({ name }) => maskOf(request, name) !== 0)
    if (held === null || held.until < performance.now())
      held = { until: performance.now() + lasting, of: readFigures(context) }
    const figures = await held.of
    const resource = tables.map((table): TableFigures => {
      const counts = { name: table.name, fields: table.fields.length, relations: table.relations.length }
      return mayReadAll(request, table) ? { ...counts, ...figures.get(table.name) } : counts
    })
    return { resource }
  }
}

function mayReadAll(request: ApiRequest, { apiName }: DescribedTable): boolean {
  const accessQuestion = { ...request, resource: `_table/${apiName}` }
  return decide(accessQuestion, []).allowed && rowFilters(request.caller, accessQuestion).length === 0
}

async function readFigures({ engine, database, schema }: OnDatabase): Promise<ReadonlyMap<string, Figures>> {
  const found = new Map<string, Figures>()
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, longest)
  try {
    await Promise.race([late, fill()])
  } finally {
    clearTimeout(timer)
  }
  return new Map(found)

  async function fill(): Promise<void> {
    const { tableFigures } = engine.dialect
    if (tableFigures === undefined) return
    // Where the query fails, as without the rights for it, tables of a file are counted all the same.
    const rows = await Promise.resolve()
      .then(() => database.run(tableFigures))
      .then((outcome) => outcome.rows)
      .catch(() => [])
    for (const row of rows) found.set(wireName(nameOf(row)), figuresOf(row))
    const began = performance.now()
    for await (const table of paced(await schema.tables())) {
      if (performance.now() - began > counting) return
      if (!isCounted(table, found.get(table.name))) continue
      const rows = await count(table.table)
      if (rows !== null) found.set(table.name, { ...found.get(table.name), rows, estimated: false })
    }
  }

  function isCounted({ isView }: DescribedTable, known: Figures | undefined): boolean {
    if (isView || (known === undefined && !engine.isFileBased)) return false
    return (known?.rows ?? 0) <= fewRows && (known?.bytes ?? 0) <= fewBytes
  }

  async function count(table: TableName): Promise<number | null> {
    const sql = `SELECT COUNT(*) AS count FROM ${engine.dialect.table(table)}`
    try {
      return Number((await database.run({ sql, values: [] })).rows[0]?.count ?? 0)
    } catch {
      return null
    }
  }
}

const nameOf = ({ schema, name }: DatabaseRow): TableName => ({
  schema: typeof schema === 'string' ? schema : null,
  name: String(name),
})

function figuresOf({ rows, bytes, changed }: DatabaseRow): Figures {
  return {
    ...(isKnown(rows) && { rows: Number(rows), estimated: true }),
    ...(isKnown(bytes) && { bytes: Number(bytes) }),
    ...(typeof changed === 'string' && { last_change: changed }),
  }
}

const isKnown = (value: unknown) => value !== null && value !== undefined && Number(value) >= 0
