import type { RawColumn, RawTable } from '@millwright/connector/engine/catalog'
import { functionNames } from '@millwright/connector/engine/common-dialect'
import { serverLimits } from '@millwright/connector/engine/database-settings'
import { defaultSql, withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { SchemaDialect, StoreEngine } from '@millwright/connector/engine/engine'
import { collate, createTable, isNewKey, keySql, statement } from '@millwright/connector/engine/key-sql'
import { columnLoss, droppedTable, narrowingLoss } from '@millwright/connector/engine/losses'
import {
  type AlterTable,
  type ColumnDefinition,
  isSameDefault,
  type PlannedStatement,
} from '@millwright/connector/engine/schema-change'
import { pgsqlConfig } from '@millwright/contract/service-config/database'
import { ServerDatabase } from '../server-database.ts'
import { postgresConnector, postgresSettings } from './postgres-connect.ts'
import {
  ownType,
  postgresColumn,
  postgresDialect,
  postgresSimpleType,
  postgresSpelling,
  postgresType,
  postgresValues,
} from './postgres-dialect.ts'
import { introspectPostgres } from './postgres-introspection.ts'
import { postgresRoutines } from './postgres-routines.ts'

const { quote, table: tableSql } = postgresDialect
const keys = keySql(postgresDialect)

const postgresSchema: SchemaDialect = {
  columnType: postgresType,
  simpleType: postgresSimpleType,
  computedDefault: withoutRenewal,
  allowsForwardReferences: false,
  plan(change, before) {
    if (change.kind === 'drop') return [droppedTable(change, postgresDialect)]
    if (change.kind === 'alter') return before === null ? [] : alter(change, before)
    const indexes = change.keys.indexes.map((key) => keys.index(change.table, key))
    return [createTable({ dialect: postgresDialect, columnSql: postgresColumn }, change), ...indexes]
  },
}

function alter(change: AlterTable, before: RawTable): PlannedStatement[] {
  const on = (sql: string, loses: string | null = null) =>
    statement(`ALTER TABLE ${tableSql(change.table)} ${sql}`, loses)
  const added = change.add.filter((column) => !isNewKey(column, change.keys))
  const newKey = change.add.filter((column) => isNewKey(column, change.keys))
  return [
    ...droppedKeys(change, before),
    ...change.drop.map((column) => on(`DROP COLUMN ${quote(column)}`, columnLoss([column]))),
    ...newKey.map((column) => on(`ADD COLUMN ${postgresColumn(column, true)}`)),
    ...added.map((column) => on(`ADD COLUMN ${postgresColumn(column, false)}`)),
    ...change.change.flatMap((column) => changed(change, before, column)),
    ...(newKey.length === 0 && change.keys.primaryKey.length > 0
      ? [on(`ADD ${keys.primary(change.keys.primaryKey)}`)]
      : []),
    ...change.keys.uniques.map((key) => on(`ADD ${keys.unique(key)}`)),
    ...change.keys.foreignKeys.map((key) => on(`ADD ${keys.foreign(key)}`)),
    ...change.keys.indexes.map((key) => keys.index(change.table, key)),
  ]
}

/** Keys on dropped columns are dropped with these. A unique key can be a constraint or an index. */
function droppedKeys({ table, drop, dropKeys }: AlterTable, before: RawTable): PlannedStatement[] {
  const all = [...before.foreignKeys, ...before.uniques, ...before.indexes]
  return dropKeys
    .filter((name) => !all.some((key) => key.name === name && key.columns.some((column) => drop.includes(column))))
    .flatMap((name) => {
      const constraint = statement(`ALTER TABLE ${tableSql(table)} DROP CONSTRAINT IF EXISTS ${quote(name)}`)
      const index = statement(`DROP INDEX IF EXISTS ${tableSql({ ...table, name })}`)
      if (before.foreignKeys.some((key) => key.name === name)) return [constraint]
      return before.indexes.some((key) => key.name === name) ? [index] : [constraint, index]
    })
}

/** Alters a column only where it differs. Its default is dropped while its type changes. */
function changed({ table }: AlterTable, before: RawTable, column: ColumnDefinition): PlannedStatement[] {
  const raw = before.columns.find(({ name }) => name === column.name)
  if (raw === undefined) return []
  const name = quote(column.name)
  const on = (sql: string, loses: string | null = null) =>
    statement(`ALTER TABLE ${tableSql(table)} ALTER COLUMN ${name} ${sql}`, loses)
  if (column.definition !== null) return [on(`TYPE ${column.definition}`)]
  const retyped = column.dbType !== raw.dbType
  const defaultText = defaultSql(column, postgresSpelling)
  const hadDefault = raw.default !== null || raw.autoIncrement
  const freshDefault = retyped || !isSameDefault(raw.default, column.default)
  const counted = column.autoIncrement === raw.autoIncrement ? [] : counting(table, column, on)
  return [
    ...(retyped && raw.default !== null ? [on('DROP DEFAULT')] : []),
    ...(retyped
      ? [
          on(
            `TYPE ${ownType(column)}${collate(raw, ownType(column))}${using(raw, column)}`,
            narrowingLoss(postgresSimpleType, before, [column]),
          ),
        ]
      : []),
    ...(!freshDefault || column.autoIncrement || (defaultText === null && (!hadDefault || retyped))
      ? []
      : [on(defaultText === null ? 'DROP DEFAULT' : `SET DEFAULT ${defaultText}`)]),
    ...(column.nullable === raw.nullable ? [] : [on(column.nullable ? 'DROP NOT NULL' : 'SET NOT NULL')]),
    ...counted,
  ]
}

/** Casts only what PostgreSQL does not convert implicitly, because a cast silently truncates texts that are too long. */
function using(raw: RawColumn, column: ColumnDefinition): string {
  const from = postgresSimpleType(raw)
  const to = postgresSimpleType({ ...column, dbType: ownType(column) })
  const cast =
    from !== to && to !== 'string' && to !== 'text' && (from === 'string' || from === 'boolean' || to === 'boolean')
  return cast ? ` USING ${quote(column.name)}::${ownType(column)}` : ''
}

/** Starts auto-incrementing a column from its maximum, or stops it. */
function counting(
  table: AlterTable['table'],
  column: ColumnDefinition,
  on: (sql: string) => PlannedStatement,
): PlannedStatement[] {
  const name = quote(column.name)
  if (!column.autoIncrement) return [on('DROP IDENTITY IF EXISTS'), on('DROP DEFAULT')]
  const sequence = `pg_get_serial_sequence(${postgresSpelling.text(tableSql(table))}, ${postgresSpelling.text(column.name)})`
  return [
    on('SET NOT NULL'),
    on('ADD GENERATED BY DEFAULT AS IDENTITY'),
    statement(`SELECT setval(${sequence}, coalesce(max(${name}), 0) + 1, false) FROM ${tableSql(table)}`),
  ]
}

const functions = functionNames(`
  upper lower initcap trim btrim ltrim rtrim replace reverse left right length char_length octet_length substr substring
  split_part strpos concat concat_ws ascii chr md5 encode decode
  abs round ceil ceiling floor trunc sign mod power sqrt exp ln log
  coalesce nullif greatest least min max sum avg count string_agg bool_and bool_or cast
  now clock_timestamp transaction_timestamp statement_timestamp date_trunc date_part extract age
  to_char to_date to_timestamp to_number make_date gen_random_uuid
  json_extract_path_text jsonb_extract_path_text json_array_length jsonb_array_length
  array_length array_to_string cardinality host masklen
  st_astext st_asewkt st_asgeojson st_asbinary st_geomfromtext st_geogfromtext st_geomfromgeojson st_setsrid st_srid
  st_makepoint st_point st_x st_y st_area st_length st_distance st_centroid
`)

/** PostgreSQL, over its own protocol. */
export const postgresEngine: StoreEngine = {
  name: 'pgsql',
  services: [
    {
      name: 'pgsql',
      label: 'PostgreSQL',
      description: 'Reads and writes the tables of a PostgreSQL database.',
      config: pgsqlConfig,
    },
    {
      name: 'alloydb',
      label: 'AlloyDB',
      description: 'Reads and writes the tables of an AlloyDB database, which speaks as PostgreSQL does.',
      config: pgsqlConfig,
    },
  ],
  isFileBased: false,
  dialect: postgresDialect,
  values: postgresValues,
  open(config) {
    const settings = postgresSettings(config)
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: postgresConnector(settings, limits),
      limits,
      where: settings.where,
      introspect: (session, only) => introspectPostgres(session, settings.schema, only),
      transactionalSchema: true,
    })
  },
  schema: postgresSchema,
  functions,
  routines: postgresRoutines,
  store: {
    isShared: true,
    columns: {
      id: 'bigint generated by default as identity primary key',
      key: 'bigint',
      text: 'text collate "C"',
    },
    thenId: ', id',
    indexedInAnyCase: (column) => `lower(${column})`,
    equalsInAnyCase: (column) => `lower(${column}) = ?`,
    like: (expression, placeholder) => `${expression} ILIKE ${placeholder} ESCAPE '\\'`,
    nulls: { asc: ' NULLS FIRST', desc: ' NULLS LAST' },
    lock: ' FOR UPDATE',
    takeTurn: 'select pg_advisory_xact_lock(?)',
    notify: 'select pg_notify(?, ?)',
    lastIds: {
      read: `
        select c.relname as name, pg_sequence_last_value(s.seqrelid) as value
        from pg_sequence s
          join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.deptype = 'i'
          join pg_class c on c.oid = d.refobjid
        where c.relnamespace = current_schema()::regnamespace and pg_sequence_last_value(s.seqrelid) is not null`,
      clear: null,
      set: `select setval(pg_get_serial_sequence('"' || ? || '"', 'id'), ?)`,
    },
    countTables: 'select count(*)::int as number from pg_tables where schemaname = current_schema() and tablename = ?',
  },
}
