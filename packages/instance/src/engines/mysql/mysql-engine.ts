import { isDeepStrictEqual } from 'node:util'
import type { RawColumn, RawKey, RawTable } from '@millwright/connector/engine/catalog'
import { commonValues, functionNames } from '@millwright/connector/engine/common-dialect'
import { serverLimits } from '@millwright/connector/engine/database-settings'
import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { Engine, SchemaDialect, ValueDialect, ValueField } from '@millwright/connector/engine/engine'
import { createTable, isNewKey, keySql, statement } from '@millwright/connector/engine/key-sql'
import {
  columnLoss,
  droppedTable,
  narrowingLoss,
  type TypeChange,
  typedLoss,
} from '@millwright/connector/engine/losses'
import type { AlterTable, PlannedStatement } from '@millwright/connector/engine/schema-change'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { misfit } from '@millwright/connector/engine/values/field-problem'
import { valueFamily } from '@millwright/connector/engine/values/value-family'
import { mysqlConfig } from '@millwright/contract/service-config/database'
import { stringifyExact } from '@millwright/contract/wire/exact-json'
import { ServerDatabase } from '../server-database.ts'
import { bitsOf } from '../values/numbers.ts'
import { mysqlConnector, mysqlSettings } from './mysql-connect.ts'
import {
  changedColumn,
  mysqlColumn,
  mysqlDialect,
  mysqlFoundType,
  mysqlSimpleType,
  mysqlType,
} from './mysql-dialect.ts'
import { introspectMysql } from './mysql-introspection.ts'
import { mysqlRoutines } from './mysql-routines.ts'
import { isShape, printedShape, readShape } from './mysql-shapes.ts'

const { quote, table: tableSql } = mysqlDialect
const keys = keySql(mysqlDialect)

/** Every change is a single statement, which MySQL runs atomically, because such statements cannot be in a transaction. */
const mysqlSchema: SchemaDialect = {
  columnType: mysqlType,
  simpleType: mysqlSimpleType,
  columnSimpleType: mysqlFoundType,
  computedDefault(expression, renewed) {
    const bare = withoutRenewal(expression)
    return renewed ? `${bare} ON UPDATE ${bare}` : expression
  },
  allowsForwardReferences: false,
  plan(change, before) {
    if (change.kind === 'drop') return [droppedTable(change, mysqlDialect)]
    if (change.kind === 'alter') return before === null ? [] : [alter(change, before)]
    return [createTable({ dialect: mysqlDialect, columnSql: mysqlColumn }, change, change.keys.indexes.map(index))]
  },
}

function alter(change: AlterTable, before: RawTable): PlannedStatement {
  const newKey = (column: AlterTable['add'][number]) => isNewKey(column, change.keys)
  const rawOf = ({ name }: Pick<RawColumn, 'name'>) => before.columns.find((column) => column.name === name) ?? {}
  const clauses = [
    ...change.dropKeys.map((name) =>
      before.foreignKeys.some((key) => key.name === name)
        ? `DROP FOREIGN KEY ${quote(name)}`
        : `DROP INDEX ${quote(name)}`,
    ),
    ...leftIndexes(change, before).map(({ name }) => `DROP INDEX ${quote(name)}`),
    ...change.drop.map((column) => `DROP COLUMN ${quote(column)}`),
    ...change.add.map((column) => `ADD COLUMN ${mysqlColumn(column, newKey(column))}`),
    ...change.change.map((column) => `MODIFY COLUMN ${changedColumn(column, rawOf(column))}`),
    ...(change.keys.primaryKey.length > 0 && !change.add.some(newKey)
      ? [`ADD ${keys.primary(change.keys.primaryKey)}`]
      : []),
    ...change.keys.uniques.map((key) => `ADD ${keys.unique(key)}`),
    ...change.keys.indexes.map((key) => `ADD ${index(key)}`),
    ...change.keys.foreignKeys.map((key) => `ADD ${keys.foreign(key)}`),
  ]
  const losses = [columnLoss(change.drop), narrowingLoss(mysqlSimpleType, before, change.change, lossOf)].filter(
    (loss) => loss !== null,
  )
  const sql = `ALTER TABLE ${tableSql(change.table)}\n  ${clauses.join(',\n  ')}`
  return statement(sql, losses.length === 0 ? null : losses.join(' '))
}

/** Indexes that MySQL made for foreign keys of several columns, of which no other is left. */
function leftIndexes({ dropKeys, keys: { foreignKeys } }: AlterTable, before: RawTable): RawKey[] {
  const isOver = (index: RawKey) => (key: RawKey) => isDeepStrictEqual(key.columns, index.columns)
  const isGone = ({ name }: RawKey) => dropKeys.includes(name)
  const stay = [...before.foreignKeys.filter((key) => !isGone(key)), ...foreignKeys]
  return before.indexes.filter(
    (index) =>
      index.servesReference === true &&
      index.columns.length > 1 &&
      before.foreignKeys.filter(isGone).some(isOver(index)) &&
      !stay.some(isOver(index)),
  )
}

function index({ name, columns }: RawTable['indexes'][number]): string {
  return `INDEX ${quote(name)} (${columns.map(quote).join(', ')})`
}

function lossOf(change: TypeChange): string | null {
  const { from, to, raw, column } = change
  const name = `'${raw.name}'`
  if (from !== 'text') return typedLoss(change)
  if (to !== 'text') return `Values in ${name} that do not fit the new type may be changed or lost.`
  const shorter = raw.length !== null && column.length !== null && column.length < raw.length
  return shorter ? `Texts in ${name} that are too long may be cut, unless the database is in strict mode.` : null
}

const mysqlValues: ValueDialect = {
  ...commonValues,
  integerRange(dbType) {
    const bit = /^bit\((\d+)\)/.exec(dbType)?.[1]
    if (bit !== undefined) return [0n, 2n ** BigInt(bit) - 1n]
    return dbType.includes('unsigned') ? [0n, 2n ** bitsOf(dbType) - 1n] : null
  },
  beyondIntegers: 2n ** 64n,
  formatLocalTime: (text) => text.replace(/t/i, ' '),
  reader(field, usual) {
    if (isShape(field)) return (value) => readShape(value, field)
    return isYear(field) ? (value) => readYear(value, field, writtenYear) : usual
  },
  comparedReader(field) {
    if (isShape(field)) return (value) => readShape(value, field)
    return isYear(field) ? (value) => readYear(value, field, comparedYear) : null
  },
  // The driver would drop the SRID, and the type of some geometries.
  selected: (column, field) =>
    isShape(field) ? { sql: `HEX(${mysqlDialect.quote(column)})`, write: printedShape } : null,
  answers: new Map([
    ['year', 'integer'],
    ['bit', 'unsigned integer'],
  ]),
}

const isYear = (field: Parameters<typeof valueFamily>[0]) =>
  valueFamily(field) === 'text' && /^year/i.test(field.dbType ?? '')

/** The server completes one or two digits to a year from 1970 to 2069. */
const writtenYear = /^(?:\d{1,2}|0000|190[1-9]|19[1-9]\d|20\d\d|21[0-4]\d|215[0-5])$/
const comparedYear = /^\d{1,4}$/

/** `0` is the year 0000 as a number but 2000 as a text. */
function readYear(value: unknown, field: ValueField, known: RegExp): BoundValue {
  const text = typeof value === 'string' ? value.trim() : stringifyExact(value)
  if (text === '') return null
  if (!known.test(text)) throw misfit(field, 'must be a year between 1901 and 2155, or 0', value)
  return text === '0' ? '0000' : text
}

const functions = functionNames(`
  upper ucase lower lcase trim ltrim rtrim replace reverse left right length char_length character_length octet_length
  substr substring substring_index mid locate instr concat concat_ws ascii hex unhex to_base64 from_base64 md5 sha1 sha2
  aes_encrypt aes_decrypt
  abs round ceil ceiling floor truncate sign mod pow power sqrt exp ln log log10 log2 bin oct conv
  coalesce ifnull nullif if isnull greatest least min max sum avg count group_concat cast
  now current_timestamp curdate curtime utc_date utc_time utc_timestamp date time year quarter month week day dayofmonth
  dayofweek dayofyear weekday hour minute second microsecond dayname monthname last_day extract date_format time_format
  str_to_date from_unixtime unix_timestamp datediff timediff timestampdiff timestampadd makedate to_days from_days
  json_extract json_unquote json_value json_length json_valid inet_aton inet_ntoa inet6_aton inet6_ntoa uuid
  astext geomfromtext st_astext st_aswkt st_aswkb st_asbinary st_asgeojson st_geomfromtext st_geometryfromtext
  st_geomfromgeojson st_srid st_x st_y st_area st_length st_distance st_centroid
`)

/** MySQL and MariaDB. */
export const mysqlEngine: Engine = {
  name: 'mysql',
  services: [
    {
      name: 'mysql',
      label: 'MySQL',
      description: 'Reads and writes the tables of a MySQL database.',
      config: mysqlConfig,
    },
    {
      name: 'mariadb',
      label: 'MariaDB',
      description: 'Reads and writes the tables of a MariaDB database.',
      config: mysqlConfig,
    },
    {
      name: 'memsql',
      label: 'SingleStore (MemSQL)',
      description:
        'Reads and writes the tables of a SingleStore database, formerly MemSQL, which speaks as MySQL does.',
      tier: 'SILVER',
      config: mysqlConfig,
    },
  ],
  isFileBased: false,
  dialect: mysqlDialect,
  values: mysqlValues,
  open(config) {
    const settings = mysqlSettings(config)
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: mysqlConnector(settings, limits),
      limits,
      where: settings.where,
      introspect: (session, only) => introspectMysql(session, settings, only),
      transactionalSchema: false,
    })
  },
  schema: mysqlSchema,
  functions,
  routines: mysqlRoutines,
  store: null,
}
