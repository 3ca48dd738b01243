import { DatabaseSync } from 'node:sqlite'
import type { RawTable, TableName } from '@millwright/connector/engine/catalog'
import { columnSizes, commonSimpleType, readColumnType } from '@millwright/connector/engine/column-type'
import { commonValues, identifier, standardClock } from '@millwright/connector/engine/common-dialect'
import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type {
  Database,
  Dialect,
  Engine,
  SchemaDialect,
  Session,
  TypedColumn,
} from '@millwright/connector/engine/engine'
import { createTable } from '@millwright/connector/engine/key-sql'
import { droppedTable } from '@millwright/connector/engine/losses'
import { ViolationProblem } from '@millwright/connector/engine/problems'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'
import type { Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'

const quote = (name: string) => identifier(name, '`', '`')

/** Unlike any real engine: numbered question marks, backticks, no RETURNING, no list parameters, no order of nulls. */
const dialect: Dialect = {
  quote,
  table: ({ name }) => quote(name),
  placeholder: (index) => `?${index}`,
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: null,
  returning: { insert: 'none', update: 'none', delete: 'none' },
  nextNumber: null,
  returnsInsertedId: true,
  insertedIdStep: null,
  insertsTogether: false,
  emptyInsert: 'default values',
  transactions: true,
  failureEndsTransaction: false,
  schemas: null,
  longestName: { most: 12, unit: 'characters', size: (name) => name.length },
  nullsOrder: false,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /char/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS TEXT)`,
  incomparable: new Set(),
  unsortable: new Set(),
  operand: (placeholder) => placeholder,
  among: null,
  clock: { ...standardClock, UTC_TIMESTAMP: 'CURRENT_TIMESTAMP' },
  maxValues: 100,
  booleans: false,
  rowLock: { hint: '', clause: '' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO ${quote(name)}`,
    release: (name) => `RELEASE ${quote(name)}`,
  },
}

const words: Readonly<Record<string, string>> = { id: 'INTEGER', integer: 'INTEGER', boolean: 'bool' }

function columnType({ type, length }: TypedColumn): string | null {
  return words[type] ?? (type === 'string' ? `varchar(${length ?? 255})` : null)
}

function columnSql(column: ColumnDefinition, isKey: boolean): string {
  const type = column.dbType ?? columnType(column) ?? column.type
  return `${quote(column.name)} ${type}${column.nullable ? '' : ' NOT NULL'}${isKey ? ' PRIMARY KEY' : ''}`
}

const schema: SchemaDialect = {
  columnType,
  simpleType: commonSimpleType,
  isType: (word) => /^(?:integer|varchar|bool)$/i.test(word),
  computedDefault: withoutRenewal,
  allowsForwardReferences: false,
  plan(change) {
    if (change.kind === 'create') return [createTable({ dialect, columnSql }, change)]
    if (change.kind === 'drop') return [droppedTable(change, dialect)]
    throw new Problem(400, 'Tables of this database cannot be altered.')
  },
}

/** An engine for tests: an in-memory database that is deleted when its service is closed. */
export function smallEngine(service: string): Engine {
  return {
    name: 'small',
    services: [{ name: service, label: 'Small', description: 'Keeps tables in memory.', config: {} }],
    isFileBased: false,
    dialect,
    values: commonValues,
    open: () => smallDatabase(new DatabaseSync(':memory:')),
    schema,
    functions: new Set(),
    routines: null,
    store: null,
  }
}

function smallDatabase(memory: DatabaseSync): Database {
  const run = ({ sql, values }: Statement): Outcome => {
    try {
      const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
      const statement = memory.prepare(sql)
      if (statement.columns().length > 0) return { rows: statement.all(...bound), changes: 0, insertedId: null }
      const { changes, lastInsertRowid } = statement.run(...bound)
      return { rows: [], changes: Number(changes), insertedId: lastInsertRowid }
    } catch (error) {
      const isUnique = error instanceof Error && error.message.startsWith('UNIQUE')
      throw isUnique ? new ViolationProblem({ kind: 'unique', columns: [], constraint: null }) : error
    }
  }
  const transaction = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    memory.exec('BEGIN')
    try {
      const result = await work({ run })
      memory.exec('COMMIT')
      return result
    } catch (error) {
      memory.exec('ROLLBACK')
      throw error
    }
  }
  return {
    run,
    transaction,
    changeSchema: transaction,
    session: (work) => work({ run }),
    async *stream(statement) {
      yield run(statement).rows
    },
    async introspect(only?: readonly TableName[]) {
      const { rows } = run({ sql: "SELECT name FROM sqlite_schema WHERE type = 'table'", values: [] })
      const names = rows.map(({ name }) => String(name))
      const wanted = only === undefined ? names : names.filter((name) => only.some((each) => each.name === name))
      return { tables: wanted.map(tableOf) }
    },
    async close() {
      memory.close()
    },
  }

  function tableOf(name: string): RawTable {
    const { rows } = run({
      sql: 'SELECT name, type, "notnull" AS strict, pk FROM pragma_table_info(?1)',
      values: [name],
    })
    const columns = rows.map((row) => ({
      name: String(row.name),
      dbType: String(row.type),
      nullable: row.strict === 0,
      default: null,
      autoIncrement: row.pk === 1,
      generated: false,
      ...columnSizes(readColumnType(String(row.type))),
      fixedLength: false,
      multibyte: false,
    }))
    const primaryKey = rows.flatMap((row) => (row.pk === 0 ? [] : [String(row.name)]))
    return {
      schema: null,
      name,
      isView: false,
      columns,
      primaryKey,
      uniques: [],
      indexes: [],
      foreignKeys: [],
      source: null,
    }
  }
}
