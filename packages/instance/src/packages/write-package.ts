import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import type { Row } from '../system/sql-runner.ts'
import { resolveRecord } from './named-record.ts'
import type { PackageContent } from './package-content.ts'
import { packagedTypes, type ReferredType } from './packaged-types.ts'

export interface PackageHeader {
  readonly df_version: string
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly created_date: string
}

/** AES-256. */
const strongest = 3

/**
 * The archive of a package (docs/wire/packages.md). Identifiers in it count from 1 in each type, so that the same content
 * gives the same files on every instance. `password`: encrypts every file.
 */
export async function writePackage(
  content: PackageContent,
  header: PackageHeader,
  password: string | null,
): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  const options = password === null ? {} : { password, encryptionStrength: strongest as 3 }
  for (const [path, value] of filesOf(content, header)) {
    const bytes = new TextEncoder().encode(JSON.stringify(value, null, 2))
    await writer.add(path, new Uint8ArrayReader(bytes), options)
  }
  return writer.close()
}

function filesOf(content: PackageContent, header: PackageHeader): [path: string, value: unknown][] {
  const numbers = numbersOf(content)
  const files: [string, unknown][] = []
  const system: Row = {}
  for (const type of packagedTypes) {
    const records = content.system.get(type.name)
    if (records === undefined || records.length === 0) continue
    const numbered = records.map((record, at) => {
      const { record: resolved } = resolveRecord(type, record, (to, name) => numbers[to].of(String(name)))
      const { password } = record
      return { id: at + 1, ...resolved, ...(password === undefined ? {} : { password }) }
    })
    system[type.name] = records.map((record) => record[type.key])
    files.push([`system/${type.name}.json`, numbered])
  }
  const service: Row = Object.keys(system).length === 0 ? {} : { system }
  for (const [name, { tables, records }] of content.databases) {
    service[name] = {
      ...(tables.length === 0 ? {} : { _schema: tables.map((table) => table.name) }),
      ...(records.length === 0 ? {} : { _table: records.map((table) => table.name) }),
    }
    if (tables.length > 0) files.push([`${name}/_schema.json`, tables])
    if (records.length > 0) files.push([`${name}/_table.json`, records])
  }
  const references = Object.fromEntries(Object.entries(numbers).map(([type, { names }]) => [type, names()]))
  const manifest = { version: '0.1', ...header, secured: content.secured, description: '', service, references }
  return [['package.json', manifest], ...files]
}

interface Numbers {
  of(name: string): number
  names(): Record<string, string>
}

/** The records of the package first; what they refer to besides is numbered as it comes. */
function numbersOf({ system }: PackageContent): Record<ReferredType, Numbers> {
  const numbering = (type: ReferredType): Numbers => {
    const known = new Map((system.get(type) ?? []).map((record, at) => [String(record.name), at + 1]))
    return {
      of(name) {
        const number = known.get(name) ?? known.size + 1
        known.set(name, number)
        return number
      },
      names: () => Object.fromEntries([...known].map(([name, number]) => [String(number), name])),
    }
  }
  return { role: numbering('role'), service: numbering('service'), app: numbering('app') }
}
