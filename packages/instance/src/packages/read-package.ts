import { stat } from 'node:fs/promises'
import { Problem } from '@millwright/contract/problem'
import { isRecord, readKey } from '../system/body.ts'
import type { Row } from '../system/sql-runner.ts'
import { type Archive, budgetFor, openArchive } from './archive.ts'
import { resolveRecord } from './named-record.ts'
import type { DatabaseContent, PackageContent } from './package-content.ts'
import { forReferred, type PackagedType, type PackagedTypes, type ReferredType } from './packaged-types.ts'
import { needed, type PackedTree, packedFiles } from './packed-files.ts'
import { packedRecords } from './packed-records.ts'
import type { WorkFolder } from './work-folder.ts'

const mostRecords = 10_000
/** Bytes of a list of records. */
const longestList = 100 * 2 ** 20

export interface ReadContent extends PackageContent {
  /** By file service. */
  readonly files: ReadonlyMap<string, PackedTree>
}

interface ReadOptions {
  readonly password: string | null
  readonly types: PackagedTypes
  readonly work: WorkFolder
}

/**
 * Reads the archive of a package (docs/wire/packages.md), whose files can be read until the work is done. Refuses with 400
 * what is no package, has another password, or holds what it does not announce in a form that can be used. What this instance
 * cannot import becomes a warning.
 */
export async function readPackage(file: string, { password, types, work }: ReadOptions): Promise<ReadContent> {
  const budget = budgetFor((await stat(file)).size)
  const archive = await openArchive(file, work, { password, budget })
  const manifest = await json(archive, 'package.json')
  if (!isRecord(manifest) || !isRecord(manifest.service)) {
    throw new Problem(400, "The package's package.json does not say what it holds.")
  }
  const warnings: string[] = []
  const databases = new Map<string, DatabaseContent>()
  const files = new Map<string, PackedTree>()
  const { system: announced, ...others } = manifest.service
  const relative = isRecord(manifest.references)
  for (const [name, parts] of Object.entries(others)) {
    if (Array.isArray(parts)) {
      files.set(name, await packedFiles(archive, name, parts, { work, budget, relative }))
      continue
    }
    const content = await readDatabase(archive, name, parts, work)
    if (content !== null) databases.set(name, content)
    else if (isRecord(parts) && parts.reachable === false) warnings.push(unavailable(name))
    else warnings.push(`What the package holds of ${name} cannot be imported here.`)
  }
  const system = await readSystem(archive, isRecord(announced) ? announced : {}, manifest.references, types, warnings)
  return { secured: manifest.secured === true, system, databases, files, warnings }
}

/** The warning about a record that would mean something else without what it refers to. */
export const leftOut = ({ name }: PackagedType, record: string) => `${name} ${record} is left out.`

/** The warning about a service of which nothing can be imported. */
export const unavailable = (name: string) => `The service ${name} is unavailable: nothing of it is imported.`

async function readSystem(
  archive: Archive,
  announced: Readonly<Row>,
  references: unknown,
  types: PackagedTypes,
  warnings: string[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  for (const name of Object.keys(announced)) {
    if (!types.named.has(name)) warnings.push(`system/${name} cannot be imported here.`)
  }
  const raw = new Map<string, readonly Row[]>()
  for (const { name } of types.all) {
    const path = `system/${name}.json`
    if (announced[name] !== undefined) raw.set(name, recordsOf(await json(archive, path), path))
  }
  const names = forReferred(namesOf)
  const system = new Map<string, readonly Row[]>()
  for (const [typeName, records] of raw) {
    const type = types.named.get(typeName)
    if (type !== undefined && records.length > 0) system.set(typeName, named(type, records))
  }
  return system

  function namesOf(type: ReferredType): ReadonlyMap<number, string> {
    const beside = isRecord(references) ? references[type] : null
    const listed = Object.entries(isRecord(beside) ? beside : {}).map(([id, name]) => ({ id, name }))
    const people = [...(raw.get('user') ?? []), ...(raw.get('admin') ?? [])].map(({ id, email }) => ({
      id,
      name: email,
    }))
    const held = type === 'user' ? people : (raw.get(type) ?? [])
    // What is listed was numbered for this package, and counts more.
    return new Map(
      [...held, ...listed].flatMap(({ id, name }) => {
        const key = readKey(id, 'number')
        return typeof key === 'number' && typeof name === 'string' ? [[key, name] as const] : []
      }),
    )
  }

  function named(type: PackagedType, records: readonly Row[]): Row[] {
    const seen = new Set<string>()
    return records.flatMap((given) => {
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
      if (type.needsReferences && dangling.length > 0) {
        warnings.push(leftOut(type, own))
        return []
      }
      return [typeof given.password === 'string' ? { ...record, password: given.password } : record]
    })
  }
}

/** Null: it is no database's part. */
async function readDatabase(
  archive: Archive,
  name: string,
  parts: unknown,
  work: WorkFolder,
): Promise<DatabaseContent | null> {
  if (!isRecord(parts) || (parts._schema === undefined && parts._table === undefined)) return null
  const [schema, data] = [`${name}/_schema.json`, `${name}/_table.json`]
  const tables = parts._schema === undefined ? [] : recordsOf(await json(archive, schema), schema)
  if (!tables.every((each) => typeof each.name === 'string' && each.name !== '')) {
    throw new Problem(400, `The package's ${schema} holds a table without a name.`)
  }
  const records = parts._table === undefined ? [] : await packedRecords(needed(archive, data), data, work)
  return { tables, records }
}

function recordsOf(value: unknown, path: string): Row[] {
  if (!Array.isArray(value) || !value.every(isRecord)) {
    throw new Problem(400, `The package's ${path} is not a list of records.`)
  }
  if (value.length > mostRecords)
    throw new Problem(400, `The package's ${path} holds more than ${mostRecords} records.`)
  return value
}

async function json(archive: Archive, path: string): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of needed(archive, path).read()) {
    length += piece.length
    if (length > longestList) throw new Problem(400, `The package's ${path} is longer than ${longestList} bytes.`)
    pieces.push(piece)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces, length)))
  } catch {
    throw new Problem(400, `The package's ${path} is not JSON.`)
  }
}
