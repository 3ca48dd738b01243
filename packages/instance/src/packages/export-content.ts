import { Problem } from '@millwright/contract/problem'
import { openConfig, parseConfig } from '../services/config/stored-config.ts'
import { isRecord } from '../system/body.ts'
import { dialectOf, type Key, quoted } from '../system/dialect.ts'
import type { Row } from '../system/sql-runner.ts'
import { exportDatabase } from './export-database.ts'
import { exportedPaths } from './exported-files.ts'
import type { Exporting } from './exporting.ts'
import { severalNamed } from './known-rows.ts'
import { type Resolve, resolveRecord } from './named-record.ts'
import type { DatabaseContent, PackageContent } from './package-content.ts'
import { forReferred, isPerson, type PackagedType, type ReferredType, referredTypes } from './packaged-types.ts'
import { get, readRecords, rowsOf } from './read-records.ts'

interface ExportedContent extends PackageContent {
  /** Paths by file service, those of folders with a slash at the end. */
  readonly files: ReadonlyMap<string, readonly string[]>
}

/**
 * Collects what a selection names, as far as the caller may read it. `secrets`: stored secrets are taken along readable
 * instead of as masks. Refuses with 400 an empty selection, and one that names what there is not.
 */
export async function exportContent(
  selection: Readonly<Row>,
  secrets: boolean,
  exporting: Exporting,
): Promise<ExportedContent> {
  const { types } = exporting
  const { system: chosen, ...others } = selection
  const system = new Map<string, readonly Row[]>()
  for (const [name, selectors] of Object.entries(isRecord(chosen) ? chosen : {})) {
    const type = types.named.get(name)
    if (type === undefined) throw new Problem(400, `Records of system/${name} cannot be exported.`)
    const keys = await keysOf(type, selectors, exporting)
    if (keys.length === 0) continue
    system.set(name, differing(type, await namedRecords(type, keys, secrets, exporting)))
  }
  const databases = new Map<string, DatabaseContent>()
  const files = new Map<string, readonly string[]>()
  for (const [name, parts] of Object.entries(others)) {
    if (!isRecord(parts)) {
      const paths = await exportedPaths(name, parts, exporting)
      if (paths.length > 0) files.set(name, paths)
      continue
    }
    const content = await exportDatabase(name, parts, exporting)
    if (content !== null) databases.set(name, content)
  }
  if (system.size + databases.size + files.size === 0) throw new Problem(400, 'No items found in package manifest.')
  const sorted = types.all.flatMap(({ name }) => {
    const records = system.get(name)
    return records === undefined ? [] : [[name, records] as const]
  })
  return { secured: secrets, system: new Map(sorted), databases, files, warnings: [] }
}

/** Records of a package are told apart by their names. */
function differing({ name, key }: PackagedType, records: readonly Row[]): readonly Row[] {
  const seen = new Set<unknown>()
  for (const record of records) {
    if (seen.has(record[key])) throw severalNamed(name, String(record[key]))
    seen.add(record[key])
  }
  return records
}

/** Records in the form of packages, sorted by name. */
export async function namedRecords(
  type: PackagedType,
  keys: readonly Key[],
  secrets: boolean,
  exporting: Exporting,
): Promise<Row[]> {
  const { request, call, known } = exporting
  const names: Record<ReferredType, ReadonlyMap<number, string>> = forReferred(() => new Map())
  for (const to of referredTypes) names[to] = await namesOf(to)
  const nameOf: Resolve = (to, id) => names[to].get(Number(id))
  const found = await readRecords(call, request, type, keys)
  const beside = request.caller.sysadmin ? await secretsOf(type, keys, secrets, nameOf, exporting) : new Map<Key, Row>()
  const records = [...found].map(([key, given]) => {
    const { record } = resolveRecord(type, given, nameOf)
    return { ...record, ...beside.get(key) }
  })
  return records.sort((one, other) => (String(one[type.key]) < String(other[type.key]) ? -1 : 1))

  function namesOf(to: ReferredType): Promise<ReadonlyMap<number, string>> {
    const needed = [type.references, ...type.nested.map(({ references }) => references)]
    const refers = type.name === 'service' || needed.some((references) => Object.values(references).includes(to))
    return refers ? known.names(to) : Promise.resolve(new Map())
  }
}

/** What reads never answer: the hashes of passwords, and with `secrets` the settings and lookup keys that are masked. */
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
  const { table, key } = type.declaration.shape
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

/** Which records selectors name: names, identifiers, objects with one of these, or `{ids|filter}`. */
async function keysOf(type: PackagedType, selectors: unknown, exporting: Exporting): Promise<Key[]> {
  const keys = new Set<Key>()
  const names: string[] = []
  for (const selector of Array.isArray(selectors) ? selectors : [selectors]) {
    const wanted = isRecord(selector) ? (selector[type.key] ?? selector.name ?? selector.id) : selector
    if (typeof wanted === 'number') keys.add(wanted)
    else if (typeof wanted === 'string') names.push(wanted)
    else if (isRecord(selector)) for (const key of await asked(selector)) keys.add(key)
    else
      throw new Problem(400, `What is chosen of system/${type.name} has to be names, identifiers or {ids} or {filter}.`)
  }
  const known = await exporting.known.keys(type, names)
  const missing = names.find((name) => !known.has(name))
  if (missing !== undefined) throw new Problem(400, `There is no ${type.name} '${missing.slice(0, 100)}'.`)
  for (const key of known.values()) keys.add(key)
  return [...keys]

  async function asked({ ids, filter }: Readonly<Row>): Promise<Key[]> {
    if (ids === undefined && typeof filter !== 'string') {
      throw new Problem(400, `What is chosen of system/${type.name} has neither a name, an id, ids nor a filter.`)
    }
    const { key } = type.declaration.shape
    const listed = ids === undefined ? {} : { ids: Array.isArray(ids) ? ids.join(',') : String(ids) }
    const params = { fields: key, ...listed, ...(typeof filter === 'string' ? { filter } : {}) }
    const { request, call } = exporting
    const rows = await rowsOf(call, { ...request, ...get('system', type.name), params })
    return rows.flatMap((row) => {
      const id = row[key]
      return typeof id === 'number' || typeof id === 'string' ? [id] : []
    })
  }
}
