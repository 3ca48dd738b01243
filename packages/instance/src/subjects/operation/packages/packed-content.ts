import { createHash } from 'node:crypto'
import { pathNames } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ParsedElementInfo } from '@streamparser/json'
import type { Row } from '../../../records/system/sql-runner.ts'
import { readKey } from '../../../request/body.ts'
import { isMacMetadata } from '../../data/files/mac-metadata.ts'
import { type Archive, type ArchivedFile, type Budget, openArchive } from './archive.ts'
import { resolveRecord } from './named-record.ts'
import type { SystemRecords } from './package-content.ts'
import {
  forReferred,
  type PackagedType,
  type PackagedTypes,
  type ReferredType,
  referredAs,
  refersTo,
} from './packaged-types.ts'
import { lineOf, linesOfList, notRecords, spoolValues, valuesIn } from './spooled-lines.ts'
import type { WorkFolder } from './work-folder.ts'

interface SystemReading {
  /** What `package.json` lists, by type. */
  readonly announced: Readonly<Row>
  /** The names of referenced records in `package.json`. */
  readonly references: unknown
  readonly types: PackagedTypes
  readonly work: WorkFolder
  readonly warnings: string[]
}

/** The records of one type as in the package, with ids as references. */
interface Raw {
  /** The file with one record per line. */
  readonly file: string
  /** Names of the records that others may refer to, by id in the package. */
  readonly numbered: ReadonlyMap<number, string>
}

/** Reads any number of `system` records in a package. Throws a 400 for invalid lists, and for missing or duplicate names. */
export async function packedSystem(
  archive: Archive,
  { announced, references, types, work, warnings }: SystemReading,
): Promise<ReadonlyMap<string, SystemRecords>> {
  for (const name of Object.keys(announced)) {
    if (!types.named.has(name)) warnings.push(`system/${name} cannot be imported here.`)
  }
  const present = types.all.filter(({ name }) => announced[name] !== undefined)
  const referred = refersTo(
    present.map(({ name }) => name),
    types,
  )
  const raw = new Map<string, Raw>()
  for (const type of present) raw.set(type.name, await readRaw(type))
  const names = forReferred(namesOf)
  const system = new Map<string, SystemRecords>()
  for (const type of present) {
    const found = raw.get(type.name)
    if (found === undefined) continue
    const kept: string[] = []
    const { read } = await spoolValues(resolved(type, found, kept), work)
    if (kept.length > 0) system.set(type.name, { names: kept, read })
  }
  return system

  async function readRaw(type: PackagedType): Promise<Raw> {
    const { name, key } = type
    const to = referredAs(type)
    const isReferred = to !== null && referred.has(to)
    const path = `system/${name}.json`
    const seen = new Set<string>()
    const numbered = new Map<number, string>()
    const lineOfRecord = ({ value, parent }: ParsedElementInfo) => {
      if (!isRecord(value) || !Array.isArray(parent)) throw notRecords(path)
      const own = value[key]
      if (typeof own !== 'string' || own === '') {
        throw new Problem(400, `The package's ${path} contains a record without ${key}.`)
      }
      if (seen.has(own)) throw new Problem(400, `The package's ${path} contains '${own}' twice.`)
      seen.add(own)
      const id = readKey(value.id, 'number')
      if (isReferred && typeof id === 'number') numbered.set(id, own)
      return lineOf(value)
    }
    const lines = linesOfList(neededFile(archive, path), path, { paths: ['$.*'], lineOf: lineOfRecord })
    return { file: await work.store(lines), numbered }
  }

  function namesOf(type: ReferredType): ReadonlyMap<number, string> {
    if (!referred.has(type)) return new Map()
    const beside = isRecord(references) ? references[type] : null
    // Listed names have ids that are specific to this package, and take precedence.
    const listed = Object.entries(isRecord(beside) ? beside : {}).flatMap(([id, name]) => {
      const key = readKey(id, 'number')
      return typeof key === 'number' && typeof name === 'string' ? [[key, name] as const] : []
    })
    const held = type === 'user' ? [raw.get('user'), raw.get('admin')] : [raw.get(type)]
    return new Map([...held.flatMap((each) => [...(each?.numbered ?? [])]), ...listed])
  }

  async function* resolved(type: PackagedType, { file }: Raw, kept: string[]): AsyncGenerator<readonly Row[]> {
    for await (const records of valuesIn(file, { read: (value) => (isRecord(value) ? value : {}) })) {
      yield records.flatMap((sourceRow) => resolve(type, sourceRow, kept))
    }
  }

  function resolve(type: PackagedType, sourceRow: Row, kept: string[]): Row[] {
    const own = String(sourceRow[type.key])
    const { record, dangling } = resolveRecord(type, sourceRow, (to, id) => names[to].get(Number(id)))
    for (const { column, value, type: to } of dangling) {
      warnings.push(`${type.name} ${own}: ${column} names ${to} ${value}, which the package does not contain.`)
    }
    if (type.needsReferences && dangling.length > 0) {
      warnings.push(skippedRecord(type, own))
      return []
    }
    kept.push(own)
    return [typeof sourceRow.password === 'string' ? { ...record, password: sourceRow.password } : record]
  }
}

/** The warning about a record that is omitted, as it would mean something else without its references. */
export const skippedRecord = ({ name }: PackagedType, record: string) => `${name} ${record} is skipped.`

/** The content of a package for one file service. Paths start at its root, without leading and trailing slashes. */
export interface PackedTree {
  /** Parents before their children. */
  readonly folders: readonly string[]
  readonly files: readonly PackedFile[]
}

export interface PackedFile {
  readonly path: string
  /** In bytes. */
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

/** The path in a package of an archive with the content of a folder. Both are spelled as in `package.json`. */
export function folderArchive(service: string, folder: string): string {
  const names = folder.split('/').filter((name) => name !== '')
  return [service, ...names, `${createHash('md5').update(folder).digest('hex')}.zip`].join('/')
}

interface ReadFilesOptions {
  readonly work: WorkFolder
  readonly budget: Budget
  /** Whether paths inside archives of folders are always relative to the folder, whatever they look like. */
  readonly relative: boolean
}

/** Finds the files that `package.json` lists for a service. Throws a 400 for missing ones. */
export async function packedFiles(
  archive: Archive,
  service: string,
  announced: readonly unknown[],
  { work, budget, relative }: ReadFilesOptions,
): Promise<PackedTree> {
  const folders = new Set<string>()
  const files = new Map<string, PackedFile>()
  for (const each of announced) {
    const path = typeof each === 'string' ? (pathNames(each)?.join('/') ?? null) : null
    if (typeof each !== 'string' || path === null) {
      throw new Problem(400, `The package lists a file of ${service} with an invalid path.`)
    }
    if (isMacMetadata(path)) continue
    if (each === '' || each.endsWith('/')) await addFolder(each, path)
    else {
      add({ path, ...neededFile(archive, `${service}/${path}`) })
    }
  }
  return { folders: [...folders], files: [...files.values()] }

  async function addFolder(selector: string, folder: string): Promise<void> {
    const place = await work.store(neededFile(archive, folderArchive(service, selector)).read())
    const inner = await openArchive(place, work, { password: null, budget })
    const prefix = `${folder}/`
    const isWhole = !relative && folder !== '' && [...inner.files.keys()].every((path) => path.startsWith(prefix))
    const placed = (path: string) => (isWhole || folder === '' ? path : `${folder}/${path}`)
    addParents(folder === '' ? [] : folder.split('/'))
    for (const path of inner.folders) addParents(placed(path).split('/'))
    for (const [path, file] of inner.files) add({ path: placed(path), ...file })
  }

  function add(file: PackedFile): void {
    if (files.has(file.path)) return
    addParents(file.path.split('/').slice(0, -1))
    files.set(file.path, file)
  }

  function addParents(names: readonly string[]): void {
    for (const [at] of names.entries()) folders.add(names.slice(0, at + 1).join('/'))
  }
}

/** Returns a file of an archive. Throws a 400 if it is missing. */
export function neededFile({ files }: Archive, path: string): ArchivedFile {
  const file = files.get(path)
  if (file === undefined) throw new Problem(400, `The package contains no ${path}.`)
  return file
}
