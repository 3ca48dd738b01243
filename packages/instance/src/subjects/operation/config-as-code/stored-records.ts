import type { Parts } from '../../../gateway/parts.ts'
import { paced } from '../../../platform/yielder.ts'
import type { Column, ReadContext } from '../../../records/system/declared-table.ts'
import { type Key, quoted } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { KeptSettings } from '../../ground/system/resource.ts'
import { type KnownRows, resolveRecord, severalNamed } from '../packages/named-record.ts'
import { openColumns } from '../packages/named-records.ts'
import { forReferred, type PackagedTypes, type ReferredType, refersTo } from '../packages/packaged-types.ts'
import type { ConfigMember, ConfigType } from './config-types.ts'

/** A stored record that is configuration. */
export interface StoredRecord {
  readonly key: Key
  /** `null` if the table has none. */
  readonly revision: number | null
  /** Values by column in plain form, references by name, and rows by relation; each row with its `id`. */
  readonly row: Row
  /** As stored. */
  readonly stored: Row
}

/** Records by name. */
export type StoredRecords = ReadonlyMap<string, StoredRecord>

export interface ConfigReading {
  readonly parts: Pick<Parts, 'vault' | 'clock' | 'kinds'>
  readonly known: KnownRows
  readonly types: PackagedTypes
  /** Runs a query on the store, or in a transaction. */
  all(sql: string, values: readonly unknown[]): Promise<Row[]> | Row[]
}

/**
 * All records of a type, or the one with a name. Throws a 400 if two have the same name, by which files could not tell them apart.
 */
export async function readStored(
  config: ConfigType,
  reading: ConfigReading,
  only: string | null = null,
): Promise<StoredRecords> {
  const { type, members, rows } = config
  if (type.kept !== null) return byName(type.kept, reading, only)
  const { declared, scope } = type.declaration
  const conditions = Object.entries(scope.values).map(([column, value]) =>
    value === null ? `${quoted(column)} IS NULL` : `${quoted(column)} = ${value}`,
  )
  if (only !== null) conditions.push(`${quoted(type.key)} = ?`)
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  const sql = `SELECT * FROM ${quoted(declared.table)}${where} ORDER BY ${quoted(type.key)}`
  const found = await reading.all(sql, only === null ? [] : [only])
  const owners = only === null ? null : found.map(({ id }) => Number(id))
  const nested = await Promise.all(
    rows.map(async (each) => [each.part.relation, await nestedRows(config, each, owners, reading)] as const),
  )
  const nameOf = await namesOf(config, reading)
  const records = new Map<string, StoredRecord>()
  for await (const stored of paced(found)) {
    const name = String(stored[type.key])
    if (records.has(name)) throw severalNamed(type.name, name)
    const plain = { ...plainRow(members, stored, reading), [type.key]: name }
    for (const [relation, byOwner] of nested) plain[relation] = byOwner.get(Number(stored.id)) ?? []
    const { record } = resolveRecord(type, plain, nameOf)
    const key = declared.keyType === 'number' ? Number(stored[declared.key]) : String(stored[declared.key])
    const revision = declared.audit === 'full' ? Number(stored.revision) : null
    records.set(name, { key, revision, row: record, stored })
  }
  return records
}

/** What is kept in another form than rows has no key but its name. */
async function byName(kept: KeptSettings, { all }: ConfigReading, only: string | null): Promise<StoredRecords> {
  const found = await kept.read(all, only)
  return new Map(
    found.map((row) => [
      String(row.name),
      { key: String(row.name), revision: null, row: { ...row }, stored: { ...row } },
    ]),
  )
}

async function nestedRows(
  { type }: ConfigType,
  { part, members }: ConfigType['rows'][number],
  owners: readonly number[] | null,
  reading: ConfigReading,
): Promise<ReadonlyMap<number, Row[]>> {
  const relation = type.declaration.relations.find(({ name }) => name === part.relation)
  const { foreignKey } = relation !== undefined && 'foreignKey' in relation ? relation : { foreignKey: 'id' }
  const owner = quoted(foreignKey)
  const those = owners === null ? `${owner} IS NOT NULL` : `${owner} IN (${['NULL', ...owners].join(', ')})`
  const found = await reading.all(
    `SELECT * FROM ${quoted(part.target.table)} WHERE ${those} ORDER BY ${quoted(part.target.key)}`,
    [],
  )
  const byOwner = new Map<number, Row[]>()
  for await (const stored of paced(found)) {
    const rows = byOwner.get(Number(stored[foreignKey])) ?? []
    byOwner.set(Number(stored[foreignKey]), rows)
    rows.push(plainRow(members, stored, reading))
  }
  return byOwner
}

function plainRow(members: readonly ConfigMember[], stored: Readonly<Row>, { parts }: ConfigReading): Row {
  const { vault, kinds, clock } = parts
  const context: ReadContext = { vault, kinds, now: clock(), origin: () => '', appsOrigin: () => '' }
  const columns = members.map(({ column }) => column)
  const row = Object.fromEntries(columns.map((column) => [column.name, plainValue(column, stored, context)]))
  return { ...row, ...openColumns(columns, stored, parts) }
}

function plainValue({ name, field, read, secrets }: Column, stored: Readonly<Row>, context: ReadContext): unknown {
  const value = stored[name] ?? null
  if (value === null || secrets !== null) return null
  if (read !== null) return read(value, { ...stored }, context)
  return field.type === 'integer' ? Number(value) : value
}

async function namesOf({ type }: ConfigType, { known, types }: ConfigReading) {
  const names: Record<ReferredType, ReadonlyMap<number, string>> = forReferred(() => new Map())
  for (const to of refersTo([type.name], types)) names[to] = await known.names(to)
  return (to: ReferredType, id: number | string) => names[to].get(Number(id))
}
