import { textSetting, textsSetting } from '@millwright/connector/config-values'
import { commonValues, functionNames } from '@millwright/connector/engine/common-dialect'
import type { StoreEngine, ValueDialect } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import { sqliteConfig } from '@millwright/contract/service-config/database'
import { SqliteDatabase } from './sqlite-database.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { kindOfMoments, sortableMoment, sqliteMomentReader } from './sqlite-moments.ts'
import { sqliteSchema } from './sqlite-plan.ts'

const sqliteValues: ValueDialect = {
  ...commonValues,
  typedColumns: false,
  reader(field, usual) {
    const kind = kindOfMoments(field.type)
    return kind === null ? usual : sqliteMomentReader(field, kind)
  },
  selected(column, { type }) {
    const kind = kindOfMoments(type)
    if (kind === null) return null
    const write = (value: unknown) => (typeof value === 'string' ? value : (sortableMoment(value, kind) ?? value))
    return { sql: sqliteDialect.quote(column), write }
  },
}

// Excludes functions that can create long texts from short ones, because SQLite runs in this process.
const functions = functionNames(`
  upper lower trim ltrim rtrim replace length octet_length substr substring instr unicode char concat concat_ws
  abs round sign ceil ceiling floor trunc mod pow power sqrt exp ln log log10 log2
  coalesce ifnull nullif iif min max sum total avg count group_concat string_agg cast typeof
  date time datetime julianday strftime unixepoch timediff
  json_extract json_array_length json_type json_valid
`)

/** SQLite in this process; `database` is the path of the file, which is created if it does not exist. */
export const sqliteEngine: StoreEngine = {
  name: 'sqlite',
  services: [
    {
      name: 'sqlite',
      label: 'SQLite',
      description: 'Reads and writes the tables of a SQLite database, which is a file on this instance.',
      config: sqliteConfig,
    },
  ],
  isFileBased: true,
  dialect: sqliteDialect,
  values: sqliteValues,
  open(config) {
    const file = textSetting(config, 'database')
    if (file === null) throw new Problem(503, 'The service names no database.')
    return new SqliteDatabase({ file, statements: textsSetting(config, 'statements') })
  },
  schema: sqliteSchema,
  functions,
  routines: null,
  store: {
    isShared: false,
    columns: { id: 'integer primary key autoincrement', key: 'integer', text: 'text' },
    // SQLite itself appends the id to every index.
    thenId: '',
    indexedInAnyCase: (column) => `${column} collate nocase`,
    equalsInAnyCase: (column) => `${column} = ? collate nocase`,
    like: (expression, placeholder) => `${expression} LIKE ${placeholder} ESCAPE '\\'`,
    nulls: { asc: '', desc: '' },
    lock: '',
    takeTurn: null,
    notify: null,
    lastIds: {
      read: 'select name, seq as value from sqlite_sequence',
      clear: 'delete from sqlite_sequence',
      set: 'insert into sqlite_sequence (name, seq) values (?, ?)',
    },
    countTables: 'select count(*) as number from sqlite_master where name = ?',
  },
}
