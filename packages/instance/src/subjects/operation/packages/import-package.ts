import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { createWriter } from '../../ground/system/writer.ts'
import { importDatabase } from './import-database.ts'
import { importFiles, type PlannedFile, planFiles, refuseFiles } from './import-files.ts'
import { readTargets, type Targets, writeItems } from './import-system.ts'
import type { ImportJournal, ImportJournals } from './journal/import-journal.ts'
import { missingReferences, type Resolve, resolveRecord } from './named-record.ts'
import { createReadNamed } from './named-records.ts'
import { type Exporting, recordsWithout, type SystemRecords } from './package-content.ts'
import { forReferred, type PackagedType, type PackagedTypes, refersTo } from './packaged-types.ts'
import { skippedRecord } from './packed-content.ts'
import { type PlannedItem, type PlannedItems, planSystem } from './plan.ts'
import { availableContent, type ReadContent } from './read-package.ts'
import { createReport, type ImportAnswer, noteItem } from './report.ts'
import type { WorkFolder } from './work-folder.ts'

export interface Importing extends Exporting {
  readonly overwrite: boolean
  /** Whether to report rejected database parts and import the rest. */
  readonly goOn: boolean
  readonly journals: ImportJournals
  readonly work: WorkFolder
}

/** What an import does with everything in a package. */
export interface ImportPlan {
  /** Without the content of unavailable services. */
  readonly content: ReadContent
  readonly items: PlannedItems
  readonly files: ReadonlyMap<string, readonly PlannedFile[]>
}

/** Plans the import of a package. Throws if the caller may not write it. `compares`: includes the differences between records. */
export async function planImport(read: ReadContent, importing: Importing, compares: boolean): Promise<ImportPlan> {
  const { overwrite, known, types, request, work } = importing
  await requireWriteAccess([...read.system.keys()], overwrite, importing)
  const available = await availableContent(read, importing)
  const resolve = await resolveWith(available, compares ? [...types.named.keys()] : needing(types), importing)
  const { system, warnings } = await referringContent(available, resolve, types)
  const content = { ...available, system, warnings: [...available.warnings, ...warnings] }
  for (const [service, tree] of content.files) refuseFiles(service, tree, request)
  const warned: string[] = []
  const compared = compares ? { read: named, resolve, warn: (some: readonly string[]) => warned.push(...some) } : null
  const items = await planSystem(content.system, overwrite, { known, types, work, compared })
  const files = new Map<string, readonly PlannedFile[]>()
  for (const [service, tree] of content.files) files.set(service, await planFiles(service, tree, importing))
  return { content: { ...content, warnings: [...content.warnings, ...warned] }, items, files }

  async function named(type: PackagedType, keys: readonly Key[]): Promise<ReadonlyMap<Key, Row>> {
    return createReadNamed(type, false, importing)(keys)
  }
}

/**
 * Imports everything or nothing. Records of `system` are written in one transaction, which is tried before anything else is
 * changed. Services that other parts need, tables and files are first noted in a journal, and undone when a later step fails or
 * the process dies.
 */
export async function importPackage(read: ReadContent, importing: Importing): Promise<ImportAnswer> {
  const { content, items, files } = await planImport(read, importing, false)
  const report = createReport()
  for (const warning of content.warnings) report.warning(warning)
  const { types, request, journals, parts } = importing
  const writers = new Map(types.all.map((type) => [type.name, createWriter(type.declaration, parts)]))
  const needed = refersTo([...content.system.keys(), 'service'], types)
  const filled = new Set([...content.databases.keys(), ...content.files.keys()])
  const isEarly = ({ type, name, key }: PlannedItem) => type.name === 'service' && key === null && filled.has(name)
  if (filled.size === 0) await writeAll(items)
  else {
    await tryOut()
    await journals.during(request.caller, fillAll)
  }
  for await (const some of items.read()) for (const item of some) noteItem(item, report)
  return report.answer()

  async function fillAll(journal: ImportJournal): Promise<void> {
    const early = filtered(items, isEarly)
    await write(early, async (tx, targets) => {
      const ids: number[] = []
      for await (const some of early.read())
        ids.push(...some.flatMap(({ name }) => targets.get('service')?.get(name) ?? []))
      if (ids.length > 0) await journal.noteIn(tx, { kind: 'services', ids })
    })
    for (const [service, database] of content.databases) {
      await importDatabase(service, database, { ...importing, report, journal })
    }
    for (const [service, tree] of content.files) {
      await importFiles(service, tree, files.get(service) ?? [], { ...importing, report, journal })
    }
    if (request.isGivenUp?.()) throw new Problem(400, 'The import was aborted.')
    const rest = filtered(items, (item) => !isEarly(item))
    await writeAll(rest, (tx) => journal.endIn(tx))
  }

  async function writeAll(some: PlannedItems, atEnd?: AtEnd): Promise<void> {
    for (const warning of await write(some, atEnd)) report.warning(warning)
  }

  async function tryOut(): Promise<void> {
    try {
      await write(items, () => Promise.reject(new OnlyTried()))
    } catch (error) {
      if (!(error instanceof OnlyTried)) throw error
    }
  }

  async function write(some: PlannedItems, atEnd?: AtEnd): Promise<string[]> {
    const lead = writers.get('service')
    if (lead === undefined) return []
    const { result } = await lead.commitTogether(async (tx, log) => {
      const targets = await readTargets(importing.known, needed)
      const warnings = await writeItems(some.read(), writers, targets, { tx, log, request, reading: parts })
      await atEnd?.(tx, targets)
      return warnings
    })
    return result
  }
}

function filtered(items: PlannedItems, wanted: (item: PlannedItem) => boolean): PlannedItems {
  return {
    async *read() {
      for await (const some of items.read()) yield some.filter(wanted)
    },
  }
}

/** The last step of a transaction. */
type AtEnd = (tx: Tx, targets: Targets) => Promise<void>

/** Rolls back the transaction of a trial run. */
class OnlyTried extends Error {}

/** Throws a 403 if the caller may not write records of these types: an import requires the same rights as the equivalent requests. */
async function requireWriteAccess(
  names: readonly string[],
  overwrite: boolean,
  { request, parts, types }: { readonly request: ApiRequest; readonly parts: Parts; readonly types: PackagedTypes },
): Promise<void> {
  const verbs: readonly Verb[] = overwrite ? ['POST', 'PATCH'] : ['POST']
  for (const name of names) {
    for (const verb of verbs) {
      const recordRequest = { ...request, verb, service: 'system', resource: name }
      if (!decide(recordRequest, []).allowed) throw new Problem(403, `You may not import records of system/${name}.`)
      await types.named.get(name)?.declaration.guard?.(recordRequest, parts, [])
    }
  }
}

/** The types whose records are left out if they refer to something that is missing. */
const needing = (types: PackagedTypes): string[] =>
  types.all.filter(({ needsReferences }) => needsReferences).map(({ name }) => name)

/** Resolves references of records of these types to what is here, or to what the package brings, by its name. */
async function resolveWith(
  { system }: ReadContent,
  names: readonly string[],
  { known, types }: Pick<Exporting, 'known' | 'types'>,
): Promise<Resolve> {
  const referred = refersTo(
    names.filter((name) => system.has(name)),
    types,
  )
  const here = await readTargets(known, referred)
  const brought = (type: string) => system.get(type)?.names ?? []
  const inPackage = forReferred((type) => {
    return new Set(referred.has(type) ? [...brought(type), ...(type === 'user' ? brought('admin') : [])] : [])
  })
  return (to, wanted) => (inPackage[to].has(String(wanted)) ? wanted : here.get(to)?.get(String(wanted)))
}

/** Leaves out the records whose required references exist neither here nor in the package. Each becomes a warning. */
async function referringContent(
  content: ReadContent,
  resolve: Resolve,
  types: PackagedTypes,
): Promise<Pick<ReadContent, 'system' | 'warnings'>> {
  const warnings: string[] = []
  const system = new Map<string, SystemRecords>()
  for (const [name, records] of content.system) {
    const type = types.named.get(name)
    system.set(name, type?.needsReferences === true ? await referring(type, records) : records)
  }
  return { system, warnings }

  async function referring(type: PackagedType, all: SystemRecords): Promise<SystemRecords> {
    const gone = new Set<string>()
    for await (const records of all.read()) {
      for (const record of records) if (!isWhole(type, record)) gone.add(String(record[type.key]))
    }
    return recordsWithout(all, type.key, gone)
  }

  function isWhole(type: PackagedType, record: Row): boolean {
    const { dangling } = resolveRecord(type, record, resolve)
    warnings.push(...missingReferences(type, record, dangling))
    if (dangling.length > 0) warnings.push(skippedRecord(type, String(record[type.key])))
    return dangling.length === 0
  }
}
