import { isRecord } from '@millwright/contract/wire/is-record'
import { isFullAdmin } from '../../../access/required-rights.ts'
import type { Column } from '../../../records/system/declared-table.ts'
import { dialectOf, type Key, quoted } from '../../../records/system/dialect.ts'
import type { RowReading } from '../../../records/system/row-reading.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { type Resolve, resolveRecord } from './named-record.ts'
import type { Exporting } from './package-content.ts'
import { forReferred, isPerson, type PackagedType, type ReferredType, refersTo } from './packaged-types.ts'
import { readPackagedRecords } from './read-records.ts'

/** Reads records of a type in the form of packages. */
export type ReadNamedRecords = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>

/** `secrets`: includes stored secrets in plain form instead of as masks. The names that records refer to are read once. */
export function createReadNamed(type: PackagedType, secrets: boolean, exporting: Exporting): ReadNamedRecords {
  const { request, call } = exporting
  let names: Promise<Resolve> | null = null

  return async (keys) => {
    names ??= namesFor(type, exporting)
    const nameOf = await names
    const found = await readPackagedRecords(call, request, type, keys)
    const beside = isFullAdmin(request.caller)
      ? await secretsOf(type, keys, secrets, nameOf, exporting)
      : new Map<Key, Row>()
    return new Map(
      [...found].map(([key, sourceRow]) => {
        const { record } = resolveRecord(type, sourceRow, nameOf)
        return [key, { ...record, ...beside.get(key) }] as const
      }),
    )
  }
}

async function namesFor({ name }: PackagedType, { known, types }: Exporting): Promise<Resolve> {
  const names: Record<ReferredType, ReadonlyMap<number, string>> = forReferred(() => new Map())
  for (const to of refersTo([name], types)) names[to] = await known.names(to)
  return (to, id) => names[to].get(Number(id))
}

/** Values that read requests never return: password hashes and, with `secrets`, what they mask. */
async function secretsOf(
  type: PackagedType,
  keys: readonly Key[],
  secrets: boolean,
  nameOf: Resolve,
  { parts }: Exporting,
): Promise<Map<Key, Row>> {
  const { store } = parts
  const { table, key, keyType, columns } = type.declaration.declared
  const secret = secrets ? columns.filter((column) => column.secrets !== null) : []
  const found = new Map<Key, Row>()
  if (secret.length === 0 && !isPerson(type)) return found
  const dialect = dialectOf(store.engine)
  const sql = dialect.finish(`SELECT * FROM ${quoted(table)} WHERE ${dialect.among(quoted(key), keyType)}`)
  for (const row of await store.statements.all<Row>(sql, [dialect.list(keys)])) {
    const plain = openColumns(secret, row, parts)
    if (isRecord(plain.config))
      plain.config = resolveRecord(type, { type: row.type, config: plain.config }, nameOf).record.config
    if (isPerson(type) && typeof row.password === 'string') plain.password = row.password
    found.set(keyType === 'number' ? Number(row[key]) : String(row[key]), plain)
  }
  return found
}

/** The values of columns with secrets in a stored row, in plain. */
export function openColumns(columns: readonly Column[], row: Readonly<Row>, reading: RowReading): Row {
  const values = columns.flatMap(({ name, secrets }) => {
    return secrets === null || row[name] === null ? [] : [[name, secrets.open(row[name], row, reading)] as const]
  })
  return Object.fromEntries(values)
}
