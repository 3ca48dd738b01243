import { Readable } from 'node:stream'
import { TransformStream } from 'node:stream/web'
import { Problem } from '@millwright/contract/problem'
import { ZipWriter } from '@zip.js/zip.js'
import type { Row } from '../../../records/system/sql-runner.ts'
import { type ZipEntry, zipStream } from '../../data/files/zip-stream.ts'
import { resolveRecord } from './named-record.ts'
import { type PackageContent, recordLists, type SystemRecords } from './package-content.ts'
import { forReferred, type PackagedType, type PackagedTypes, type ReferredType } from './packaged-types.ts'
import { folderArchive } from './packed-content.ts'

export interface PackageHeader {
  readonly df_version: string
  /** `YYYY-MM-DD HH:MM:SS`, in UTC. */
  readonly created_date: string
}

/** The content of a package and how to write it. */
export interface Packing {
  readonly content: PackageContent
  readonly types: PackagedTypes
  /** Paths by file service. Those of folders have a trailing slash. */
  readonly files: ReadonlyMap<string, readonly string[]>
  /** Opens a file, or an archive of a folder that is created while it is read. */
  readonly open: (service: string, path: string) => Promise<Readable>
  /** Whether the client is gone. */
  readonly isGivenUp: () => boolean
  readonly header: PackageHeader
  /** Encrypts every file. `null` to encrypt nothing. */
  readonly password: string | null
}

/** AES-256. */
const strongest = 3

/**
 * Writes the archive of a package (docs/wire/packages.md) while `store` reads it. Ids count from 1 in each type, so that the
 * same content gives the same files on every instance.
 */
export async function writePackage(packing: Packing, store: (archive: Readable) => Promise<void>): Promise<void> {
  const entries = entriesOf(packing)
  const archive = packing.password === null ? zipStream(entries) : encrypted(entries, packing.password)
  let failure: unknown = null
  archive.on('error', (error) => {
    failure ??= error
  })
  try {
    await store(archive)
  } catch (error) {
    throw failure ?? error
  }
}

async function* entriesOf(packing: Packing): AsyncGenerator<ZipEntry> {
  const numbers = numbersOf(packing.content)
  for (const [type, records] of packedTypes(packing))
    yield { name: `system/${type.name}.json`, content: recordList(type, records, numbers, packing) }
  for (const [name, value] of listedFiles(packing, numbers))
    yield { name, content: Readable.from(Buffer.from(JSON.stringify(value, null, 2))) }
  for (const [service, { records }] of packing.content.databases)
    if (records.length > 0) yield { name: `${service}/_table.json`, content: recordLists(records, packing.isGivenUp) }
  for (const [service, paths] of packing.files) {
    for (const path of paths) {
      if (packing.isGivenUp()) throw new Problem(400, 'The export was aborted.')
      const content = await packing.open(service, path)
      yield { name: path.endsWith('/') ? folderArchive(service, path) : `${service}/${path}`, content }
    }
  }
}

/** Like `zipStream`, with a password for every file. */
function encrypted(entries: AsyncIterable<ZipEntry>, password: string): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const archive = Readable.fromWeb(readable)
  const zip = new ZipWriter(writable, { useWebWorkers: false, bufferedWrite: false })
  fill().catch((error: unknown) =>
    archive.destroy(error instanceof Error ? error : new Error('The package could not be created.')),
  )
  return archive

  async function fill(): Promise<void> {
    for await (const { name, content } of entries)
      await zip.add(name, webStream(content ?? Readable.from([])), { password, encryptionStrength: strongest })
    await zip.close()
  }
}

function webStream(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}

function packedTypes({ content, types }: Packing): (readonly [PackagedType, SystemRecords])[] {
  return types.all.flatMap((type) => {
    const records = content.system.get(type.name)
    return records === undefined || records.names.length === 0 ? [] : [[type, records] as const]
  })
}

/** Serializes a list of records while they are read. */
async function* recordList(
  type: PackagedType,
  { read }: SystemRecords,
  numbers: AllNumbers,
  { isGivenUp }: Packing,
): AsyncGenerator<Buffer> {
  let count = 0
  for await (const records of read()) {
    if (isGivenUp()) throw new Problem(400, 'The export was aborted.')
    let text = ''
    for (const record of records) {
      const { record: resolved } = resolveRecord(type, record, (to, name) => numbers[to].of(String(name)))
      const { password } = record
      const numbered = { id: count + 1, ...resolved, ...(password === undefined ? {} : { password }) }
      text += `${count === 0 ? '[\n' : ',\n'}  ${JSON.stringify(numbered, null, 2).replaceAll('\n', '\n  ')}`
      count += 1
    }
    if (text !== '') yield Buffer.from(text)
  }
  yield Buffer.from(count === 0 ? '[]' : '\n]')
}

/** Files that depend on the written records: the manifest and the table definitions. */
function listedFiles(packing: Packing, numbers: AllNumbers): [path: string, value: unknown][] {
  const { content, files: paths, header } = packing
  const files: [string, unknown][] = []
  const system = Object.fromEntries(packedTypes(packing).map(([{ name }, { names }]) => [name, names]))
  const service: Row = Object.keys(system).length === 0 ? {} : { system }
  for (const [name, { tables, records }] of content.databases) {
    service[name] = {
      ...(tables.length === 0 ? {} : { _schema: tables.map((table) => table.name) }),
      ...(records.length === 0 ? {} : { _table: records.map((table) => table.name) }),
    }
    if (tables.length > 0) files.push([`${name}/_schema.json`, tables])
  }
  for (const [name, chosen] of paths) service[name] = chosen
  const references = Object.fromEntries(Object.entries(numbers).map(([type, { names }]) => [type, names()]))
  const manifest = { version: '0.1', ...header, secured: content.secured, description: '', service, references }
  return [['package.json', manifest], ...files]
}

type AllNumbers = Readonly<Record<ReferredType, Numbers>>

interface Numbers {
  of(name: string): number
  /** Names of referenced records that are not in the package, by id. */
  names(): Record<string, string>
}

/** Numbers the records of the package first, then referenced ones as they occur. */
function numbersOf({ system }: PackageContent): AllNumbers {
  const numbering = (type: ReferredType): Numbers => {
    const held = system.get(type)?.names ?? []
    const beside = new Map<string, number>()
    let inside: ReadonlyMap<string, number> | null = null
    return {
      of(name) {
        inside ??= new Map(held.map((each, at) => [each, at + 1]))
        const number = inside.get(name) ?? beside.get(name) ?? inside.size + beside.size + 1
        if (!inside.has(name)) beside.set(name, number)
        return number
      },
      names: () => Object.fromEntries([...beside].map(([name, number]) => [String(number), name])),
    }
  }
  return forReferred(numbering)
}
