import { stat } from 'node:fs/promises'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ParsedElementInfo } from '@streamparser/json'
import { hasTables } from '../../../gateway/service-kind.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { type Archive, type ArchivedFile, budgetFor, openArchive } from './archive.ts'
import {
  type DatabaseContent,
  type Exporting,
  type PackageContent,
  recordsWithout,
  type SystemRecords,
  type TableRecords,
} from './package-content.ts'
import type { PackagedTypes } from './packaged-types.ts'
import { neededFile, type PackedTree, packedFiles, packedSystem } from './packed-content.ts'
import { get } from './read-records.ts'
import { checkedValues, lineOf, linesOfList, longestPiece, notRecords, valuesIn } from './spooled-lines.ts'
import type { WorkFolder } from './work-folder.ts'

/** A table in the list, and the byte range of its records among the lines. */
interface Table {
  name: string | null
  from: number
  to: number
}

/**
 * Reads a list of tables, `[{name, record: […]}]`, with any number of records. It is parsed completely, so that errors are
 * found before anything is changed, and stored as lines until the work is done. Throws a 400 if it is invalid.
 */
async function packedRecords(file: ArchivedFile, path: string, work: WorkFolder): Promise<TableRecords[]> {
  const tables = new Map<number, Table>()
  let written = 0
  const paths = ['$.*.name', '$.*.record.*']
  const lines = await work.store(linesOfList(file, path, { paths, lineOf: ofTable }))
  return [...tables.values()].map(({ name, from, to }) => {
    if (name === null || name === '') throw new Problem(400, `The package's ${path} contains a table without a name.`)
    return { name, read: () => valuesIn(lines, { read: record, from, to }) }
  })

  function ofTable({ value, key, parent, stack: [, list, member] }: ParsedElementInfo) {
    const at = list?.key
    if (typeof at !== 'number' || !Array.isArray(list?.value)) throw notRecords(path)
    const table = tables.get(at) ?? { name: null, from: written, to: written }
    tables.set(at, table)
    if (member === undefined) {
      if (key === 'name') table.name = typeof value === 'string' ? value : null
      return null
    }
    if (!isRecord(value) || !Array.isArray(parent)) throw notRecords(path)
    const line = lineOf(value)
    if (table.to === table.from) table.from = written
    written += Buffer.byteLength(line)
    table.to = written
    return line
  }
}

const record = (value: unknown) => (isRecord(value) ? value : {})

const maxTables = 10_000
/** Maximum bytes of the definitions of a service's tables, which stay in memory. */
const longestSchema = 32 * 2 ** 20

export interface ReadContent extends PackageContent {
  /** By file service. */
  readonly files: ReadonlyMap<string, PackedTree>
}

interface ReadOptions {
  /** Maximum number of files, including those in archives of folders. */
  readonly mostFiles: number
  readonly password: string | null
  readonly types: PackagedTypes
  readonly work: WorkFolder
}

/**
 * Reads the archive of a package (docs/wire/packages.md). Its files can be read until the work is done. Throws a 400 for
 * invalid packages, wrong passwords, and listed content that is missing or unusable. What this instance cannot import becomes a
 * warning.
 */
export async function readPackage(
  file: string,
  { mostFiles, password, types, work }: ReadOptions,
): Promise<ReadContent> {
  const budget = budgetFor((await stat(file)).size, mostFiles)
  const archive = await openArchive(file, work, { password, budget })
  const manifest = await readManifest(archive, 'package.json')
  if (!isRecord(manifest) || !isRecord(manifest.service)) {
    throw new Problem(400, "The package's package.json does not list its contents.")
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
    else warnings.push(`The part of the package for ${name} cannot be imported here.`)
  }
  const system = await packedSystem(archive, {
    announced: isRecord(announced) ? announced : {},
    references: manifest.references,
    types,
    work,
    warnings,
  })
  return { secured: manifest.secured === true, system, databases, files, warnings }
}

/** The warning about a service without importable content. */
export const unavailable = (name: string) => `The service ${name} is unavailable: none of it is imported.`

/** `null` if it is not the part of a database. */
async function readDatabase(
  archive: Archive,
  name: string,
  parts: unknown,
  work: WorkFolder,
): Promise<DatabaseContent | null> {
  if (!isRecord(parts) || (parts._schema === undefined && parts._table === undefined)) return null
  const schema = `${name}/_schema.json`
  const data = `${name}/_table.json`
  const tables = parts._schema === undefined ? [] : await packedTables(archive, schema)
  if (!tables.every((each) => typeof each.name === 'string' && each.name !== '')) {
    throw new Problem(400, `The package's ${schema} contains a table without a name.`)
  }
  const records = parts._table === undefined ? [] : await packedRecords(neededFile(archive, data), data, work)
  return { tables, records }
}

async function packedTables(archive: Archive, path: string): Promise<Row[]> {
  const file = neededFile(archive, path)
  if (file.size > longestSchema) throw tooLong(path, longestSchema)
  const tables: Row[] = []
  const lineOfTable = ({ value, parent }: ParsedElementInfo) => {
    if (!isRecord(value) || !Array.isArray(parent)) throw notRecords(path)
    if (tables.push(value) <= maxTables) return null
    throw new Problem(400, `The package's ${path} contains more than ${maxTables} tables.`)
  }
  await Array.fromAsync(linesOfList(file, path, { paths: ['$.*'], lineOf: lineOfTable }))
  return tables
}

async function readManifest(archive: Archive, path: string): Promise<unknown> {
  const file = neededFile(archive, path)
  if (file.size > longestPiece) throw tooLong(path, longestPiece)
  const pieces: Uint8Array[] = []
  let values = 0
  for await (const piece of file.read()) {
    values = checkedValues(values, piece, path)
    pieces.push(piece)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)))
  } catch {
    throw new Problem(400, `The package's ${path} is not JSON.`)
  }
}

const tooLong = (path: string, longest: number) =>
  new Problem(400, `The package's ${path} is larger than ${longest} bytes.`)

type Reaching = Pick<Exporting, 'call' | 'request' | 'parts'>

/**
 * Returns the content without that of services which exist neither here nor in the package, or are unreachable. Each becomes a
 * warning. Throws a 400 for content of a service that has another kind here.
 */
export async function availableContent(content: ReadContent, reaching: Reaching): Promise<ReadContent> {
  const warnings = [...content.warnings]
  const { kinds } = reaching.parts
  const stored = await reaching.parts.store.db.selectFrom('service').select(['name', 'type']).execute()
  const here = new Map(stored.map(({ name, type }) => [lower(name), type]))
  const newTypes = new Map<string, string>()
  const services = content.system.get('service')
  const system =
    services === undefined ? content.system : new Map(content.system).set('service', await runnable(services))
  const databases = await kept(content.databases, 'Database')
  const files = await kept(content.files, 'File')
  return { ...content, system, databases, files, warnings }

  /** Omits new services of types that this instance does not have. */
  async function runnable(records: SystemRecords): Promise<SystemRecords> {
    const gone = new Set<string>()
    for await (const some of records.read()) {
      for (const { name, type } of some) {
        if (here.has(lower(name)) || kinds.canRun(String(type))) newTypes.set(lower(name), String(type))
        else {
          gone.add(String(name))
          warnings.push(
            `service ${String(name)} is skipped: services of the type '${String(type)}' are not available here.`,
          )
        }
      }
    }
    return recordsWithout(records, 'name', gone)
  }

  async function kept<T>(parts: ReadonlyMap<string, T>, group: 'Database' | 'File'): Promise<ReadonlyMap<string, T>> {
    const found = new Map<string, T>()
    for (const [name, part] of parts) {
      if (await isAvailable(name, group)) found.set(name, part)
      else warnings.push(unavailable(name))
    }
    return found
  }

  async function isAvailable(name: string, group: 'Database' | 'File'): Promise<boolean> {
    const type = here.get(lower(name))
    const kind = kinds.of(type ?? newTypes.get(lower(name)) ?? '')
    if (kind === undefined) return false
    if (group === 'File' ? kind.group !== group : !hasTables(kind.group))
      throw new Problem(400, `${name} is a service of the type ${kind.label} here, and of another type in the package.`)
    return type === undefined || isReached(name, group)
  }

  async function isReached(name: string, group: 'Database' | 'File'): Promise<boolean> {
    const { call, request } = reaching
    const resource = group === 'Database' ? '_schema' : ''
    try {
      const listRequest = get(name.toLowerCase(), resource, { as_list: 'true', refresh: 'true' })
      return isRecord((await call({ ...request, ...listRequest })).body)
    } catch (error) {
      if (error instanceof Problem && error.status >= 500) return false
      // The service is inactive.
      if (error instanceof Problem && error.status === 403 && request.caller.sysadmin) return false
      throw error
    }
  }
}

const lower = (name: unknown) => String(name).toLowerCase()
