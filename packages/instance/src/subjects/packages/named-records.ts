import { isFullAdmin } from '../../access/full-admin.ts'
import { dialectOf, type Key, quoted } from '../../records/system/dialect.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import { openConfig, parseConfig } from '../service-config/stored-config.ts'
import type { Exporting } from './exporting.ts'
import { type Resolve, resolveRecord } from './named-record.ts'
import { forReferred, isPerson, type PackagedType, type ReferredType, refersTo } from './packaged-types.ts'
import { readRecords } from './read-records.ts'

/** Reads records of a type in the form of packages. */
export type ReadNamedRecords = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>

/** `secrets`: includes stored secrets in plain form instead of as masks. The names that records refer to are read once. */
export function createReadNamed(type: PackagedType, secrets: boolean, exporting: Exporting): ReadNamedRecords {
  const { request, call } = exporting
  let names: Promise<Resolve> | null = null

  return async (keys) => {
    names ??= namesFor(type, exporting)
    const nameOf = await names
    const found = await readRecords(call, request, type, keys)
    const beside = isFullAdmin(request.caller)
      ? await secretsOf(type, keys, secrets, nameOf, exporting)
      : new Map<Key, Row>()
    return new Map(
      [...found].map(([key, given]) => {
        const { record } = resolveRecord(type, given, nameOf)
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

/** Values that read requests never return: password hashes and, with `secrets`, masked settings and lookup keys. */
async function secretsOf(
  type: PackagedType,
  keys: readonly Key[],
  secrets: boolean,
  nameOf: Resolve,
  { parts }: Exporting,
): Promise<Map<Key, Row>> {
  const { store, vault } = parts
  const column = isPerson(type)
    ? 'password'
    : !secrets
      ? null
      : type.name === 'service'
        ? 'config'
        : type.name === 'lookup'
          ? 'value'
          : null
  const found = new Map<Key, Row>()
  if (column === null) return found
  const { table, key } = type.declaration.declared
  const dialect = dialectOf(store.engine)
  const sql = dialect.finish(`SELECT * FROM ${quoted(table)} WHERE ${dialect.among(quoted(key), 'number')}`)
  for (const row of await store.statements.all<Row>(sql, [dialect.list(keys)])) {
    const stored = row[column]
    if (typeof stored !== 'string') continue
    found.set(Number(row[key]), { [column]: readable(String(row.type), stored) })
  }
  return found

  function readable(kind: string, stored: string): unknown {
    if (column === 'config') {
      const config = openConfig(kind, parseConfig(stored), vault)
      const { record } = resolveRecord(type, { type: kind, config }, nameOf)
      return record.config
    }
    return column === 'value' ? vault.open(stored) : stored
  }
}
