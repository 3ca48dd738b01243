import { isDeepStrictEqual } from 'node:util'
import type { ConfigValues } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { Column } from '../../../records/system/declared-table.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import { settingsBesidesDefaults } from '../../ground/service-config/stored-config.ts'
import { createKnownRows } from '../packages/named-record.ts'
import type { PackagedType, PackagedTypes } from '../packages/packaged-types.ts'
import { type Fingerprint, fingerprintsOf, hideSecrets } from './config-secrets.ts'
import { type ConfigMember, type ConfigType, configTypes, namesInMask } from './config-types.ts'
import { type ManagedRecord, readManaged } from './managed-records.ts'
import { readStored, type StoredRecord, type StoredRecords } from './stored-records.ts'

/** What an instance has of configuration, and who manages it. */
export interface ConfigState {
  readonly types: ReadonlyMap<string, ConfigType>
  readonly records: ReadonlyMap<string, StoredRecords>
  readonly managed: ReadonlyMap<string, ManagedRecord>
  /** Email addresses, by which records name people. */
  readonly people: ReadonlySet<string>
  readonly fingerprint: Fingerprint
}

type StateParts = Pick<Parts, 'store' | 'vault' | 'clock' | 'kinds'>

export async function readConfigState(parts: StateParts, packaged: PackagedTypes): Promise<ConfigState> {
  const { store, vault } = parts
  const types = configTypes(packaged, parts.kinds)
  const records = await readStoredRecords([...types.values()], { parts, types: packaged, tx: null })
  const people = new Set((await createKnownRows(store).names('user')).values())
  const fingerprint = await fingerprintsOf(store, vault)
  return { types, records, managed: await readManaged(store), people, fingerprint }
}

/** The state with one record alone, or none if there is no such record. */
export async function readConfigRecord(
  parts: StateParts,
  packaged: PackagedTypes,
  { type: typeName, name }: { readonly type: string; readonly name: string },
): Promise<ConfigState> {
  const types = configTypes(packaged, parts.kinds)
  const type = types.get(typeName)
  const reading = { parts, types: packaged, tx: null, only: name }
  const records = await readStoredRecords(type === undefined ? [] : [type], reading)
  const fingerprint = await fingerprintsOf(parts.store, parts.vault)
  return { types, records, managed: new Map(), people: new Set(), fingerprint }
}

interface RecordReading {
  readonly parts: StateParts
  readonly types: PackagedTypes
  /** Reads what a transaction has written so far; `null`: what is committed. */
  readonly tx: Tx | null
  /** Reads records with this name alone; absent: all. */
  readonly only?: string
}

/** The records of some types, by the name of their type. */
export async function readStoredRecords(
  wanted: readonly ConfigType[],
  { parts, types, tx, only }: RecordReading,
): Promise<ReadonlyMap<string, StoredRecords>> {
  const { store } = parts
  const dialect = dialectOf(store.engine)
  const query = (sql: string, values: readonly unknown[]) =>
    tx === null ? store.statements.all<Row>(dialect.finish(sql), values) : tx.all(sql, ...values)
  const known = createKnownRows({ engine: store.engine, statements: { all: query } })
  const records = new Map<string, StoredRecords>()
  for (const type of wanted) {
    const reading = { parts, known, types, all: query }
    // What is outside of the store is added where it is asked for.
    records.set(type.name, type.type.outside === null ? await readStored(type, reading, only) : new Map())
  }
  return records
}

/** A stored record in the form of files, with fingerprints of its secrets. */
export function fingerprinted(type: ConfigType, row: StoredRecord['row'], fingerprint: Fingerprint): ConfigValues {
  return writtenForm(
    type,
    hideSecrets(type, row, (secret) => ({ $secret: fingerprint(secret) })),
  )
}

/**
 * A record in the form of files. `row`: its values by column, references by name, and its rows by relation. Members come in the order of
 * their declaration, rows in that of what matches them, so that the same state always has the same form.
 */
function writtenForm({ type, members, rows }: ConfigType, row: Readonly<Row>): ConfigValues {
  const values = writtenMembers(members, row, type)
  for (const { part, members: ofRow } of rows) {
    const found = row[part.relation]
    const list = (Array.isArray(found) ? found : [found])
      .filter(isRecord)
      .map((each) => writtenMembers(ofRow, each, type))
    if (list.length === 0) continue
    values[part.as] = part.single ? list[0] : list.toSorted(byMatch(part.sameBy ?? ['name'], ofRow))
  }
  return values
}

function writtenMembers(members: readonly ConfigMember[], row: Readonly<Row>, type: PackagedType): Row {
  const values: Row = {}
  for (const { name, column } of members) {
    const value = writtenValue(column, row, type)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** `undefined` for defaults, and for values that are left out. */
function writtenValue(column: Column, row: Readonly<Row>, type: PackagedType): unknown {
  const { name, field, merges } = column
  const value = row[name] ?? null
  if (merges && isRecord(value)) {
    const settings = settingsBesidesDefaults(type.settingsOf(String(row.type)), value)
    return Object.keys(settings).length === 0 ? undefined : settings
  }
  if (isDeepStrictEqual(value, field.default ?? null)) return undefined
  return field.mask === undefined ? value : namesInMask(field.mask, Number(value))
}

function byMatch(columns: readonly string[], members: readonly ConfigMember[]) {
  const names = columns.map((column) => members.find((member) => member.column.name === column)?.name ?? column)
  const keyOf = (row: Row) => `${JSON.stringify(names.map((name) => row[name] ?? null))} ${JSON.stringify(row)}`
  return (one: Row, other: Row) => (keyOf(one) < keyOf(other) ? -1 : 1)
}
