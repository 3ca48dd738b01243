import { Problem } from '@millwright/contract/problem'
import { readZip, type ZipFile } from '../services/packages/read-zip.ts'
import { isRecord, readKey } from '../system/body.ts'
import type { Row } from '../system/sql-runner.ts'
import { resolveRecord } from './named-record.ts'
import type { DatabaseContent, PackageContent } from './package-content.ts'
import { type PackagedType, packagedTypes, type ReferredType, typeNamed } from './packaged-types.ts'

const limits = { files: 5000, bytes: 100 * 2 ** 20 }
const mostRecords = 10_000

/**
 * Reads the archive of a package (docs/wire/packages.md). Refuses with 400 what is no package, has another password, or holds
 * what it does not announce in a form that can be used. What this instance cannot import becomes a warning.
 */
export async function readPackage(archive: Uint8Array, password: string | null): Promise<PackageContent> {
  const files = new Map((await readZip(archive, limits, password)).map((file) => [file.path, file]))
  const manifest = json(files, 'package.json')
  if (!isRecord(manifest) || !isRecord(manifest.service)) {
    throw new Problem(400, "The package's package.json does not say what it holds.")
  }
  const warnings: string[] = []
  const databases = new Map<string, DatabaseContent>()
  const { system: announced, ...others } = manifest.service
  for (const [name, parts] of Object.entries(others)) {
    const content = readDatabase(files, name, parts)
    if (content !== null) databases.set(name, content)
    else warnings.push(`The files of ${name} cannot be imported here yet.`)
  }
  const system = readSystem(files, isRecord(announced) ? announced : {}, manifest.references, warnings)
  return { secured: manifest.secured === true, system, databases, warnings }
}

function readSystem(
  files: ReadonlyMap<string, ZipFile>,
  announced: Readonly<Row>,
  references: unknown,
  warnings: string[],
): ReadonlyMap<string, readonly Row[]> {
  for (const name of Object.keys(announced)) {
    if (!typeNamed.has(name)) warnings.push(`system/${name} cannot be imported here.`)
  }
  const raw = new Map<string, readonly Row[]>()
  for (const { name } of packagedTypes) {
    if (announced[name] !== undefined)
      raw.set(name, recordsOf(json(files, `system/${name}.json`), `system/${name}.json`))
  }
  const names = { role: namesOf('role'), service: namesOf('service'), app: namesOf('app') }
  const system = new Map<string, readonly Row[]>()
  for (const [typeName, records] of raw) {
    const type = typeNamed.get(typeName)
    if (type !== undefined && records.length > 0) system.set(typeName, named(type, records))
  }
  return system

  function namesOf(type: ReferredType): ReadonlyMap<number, string> {
    const beside = isRecord(references) ? references[type] : null
    const listed = Object.entries(isRecord(beside) ? beside : {}).map(([id, name]) => ({ id, name }))
    return new Map(
      [...listed, ...(raw.get(type) ?? [])].flatMap(({ id, name }) => {
        const key = readKey(id, 'number')
        return typeof key === 'number' && typeof name === 'string' ? [[key, name] as const] : []
      }),
    )
  }

  function named(type: PackagedType, records: readonly Row[]): Row[] {
    const seen = new Set<string>()
    return records.map((given) => {
      const own = given[type.key]
      if (typeof own !== 'string' || own === '') {
        throw new Problem(400, `The package's system/${type.name}.json holds a record without ${type.key}.`)
      }
      if (seen.has(own)) throw new Problem(400, `The package's system/${type.name}.json holds '${own}' twice.`)
      seen.add(own)
      const { record, dangling } = resolveRecord(type, given, (to, id) => names[to].get(Number(id)))
      for (const { column, value, type: to } of dangling) {
        warnings.push(`${type.name} ${own}: ${column} names ${to} ${value}, which the package says nothing of.`)
      }
      return typeof given.password === 'string' ? { ...record, password: given.password } : record
    })
  }
}

/** Null: it is no database's part. */
function readDatabase(files: ReadonlyMap<string, ZipFile>, name: string, parts: unknown): DatabaseContent | null {
  if (!isRecord(parts) || (parts._schema === undefined && parts._table === undefined)) return null
  const [schema, data] = [`${name}/_schema.json`, `${name}/_table.json`]
  const tables = parts._schema === undefined ? [] : recordsOf(json(files, schema), schema)
  const records = parts._table === undefined ? [] : recordsOf(json(files, data), data)
  if (![...tables, ...records].every((each) => typeof each.name === 'string' && each.name !== '')) {
    throw new Problem(400, `The package holds a table of ${name} without a name.`)
  }
  return {
    tables,
    records: records.map((each) => ({ name: String(each.name), record: recordsOf(each.record, data) })),
  }
}

function recordsOf(value: unknown, path: string): Row[] {
  if (!Array.isArray(value) || !value.every(isRecord)) {
    throw new Problem(400, `The package's ${path} is not a list of records.`)
  }
  if (value.length > mostRecords)
    throw new Problem(400, `The package's ${path} holds more than ${mostRecords} records.`)
  return value
}

function json(files: ReadonlyMap<string, ZipFile>, path: string): unknown {
  const file = files.get(path)
  if (file === undefined) throw new Problem(400, `The package holds no ${path}.`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file.bytes))
  } catch {
    throw new Problem(400, `The package's ${path} is not JSON.`)
  }
}
