import { Problem } from '@millwright/contract/problem'
import type { Tx } from '../system/sql-runner.ts'
import { createWriter } from '../system/writer.ts'
import { availableContent } from './available-content.ts'
import { namedRecords } from './export-content.ts'
import type { Exporting } from './exporting.ts'
import { importDatabase } from './import-database.ts'
import { importFiles, type PlannedFile, planFiles, refuseFiles } from './import-files.ts'
import { readTargets, type Targets, writeItems } from './import-system.ts'
import type { ImportJournal, ImportJournals } from './journal/import-journal.ts'
import { type PlannedItem, planSystem } from './plan.ts'
import type { ReadContent } from './read-package.ts'
import { referringContent } from './referring-content.ts'
import { refuseLesser } from './refuse-lesser.ts'
import { createReport, type ImportAnswer, type Report } from './report.ts'

export interface Importing extends Exporting {
  readonly overwrite: boolean
  readonly journals: ImportJournals
}

/** What an import does with everything in a package. */
export interface ImportPlan {
  /** Without what is of services that are not available. */
  readonly content: ReadContent
  readonly items: readonly PlannedItem[]
  readonly files: ReadonlyMap<string, readonly PlannedFile[]>
}

/** Decides what becomes of all that is in a package. Refuses those who may not write it. */
export async function planImport(read: ReadContent, importing: Importing): Promise<ImportPlan> {
  const { overwrite, known, types, request } = importing
  await refuseLesser([...read.system.keys()], overwrite, importing)
  const content = await referringContent(await availableContent(read, importing), importing)
  for (const [service, tree] of content.files) refuseFiles(service, tree, request)
  const items = await planSystem(content.system, overwrite, { known, types }, async (type, keys) => {
    const records = await namedRecords(type, keys, false, importing)
    const byName = new Map(records.map((record) => [String(record[type.key]), record]))
    const found = await known.keys(type, [...byName.keys()])
    return new Map([...found].map(([name, key]) => [key, byName.get(name) ?? {}]))
  })
  const files = new Map<string, readonly PlannedFile[]>()
  for (const [service, tree] of content.files) files.set(service, await planFiles(service, tree, importing))
  return { content, items, files }
}

/**
 * Imports everything or nothing: the records of `system` in one transaction, which is tried before anything else is touched;
 * services that the others need, tables and files are noted in a journal before, and taken back when something fails later or the
 * process dies.
 */
export async function importPackage(read: ReadContent, importing: Importing): Promise<ImportAnswer> {
  const { content, items, files } = await planImport(read, importing)
  const report = createReport()
  for (const warning of content.warnings) report.warning(warning)
  const { types, request, journals } = importing
  const writers = new Map(types.all.map((type) => [type.name, createWriter(type.declaration, importing.parts)]))
  const filled = new Set([...content.databases.keys(), ...content.files.keys()])
  const early = items.filter(({ type, name, key }) => type.name === 'service' && key === null && filled.has(name))
  const rest = items.filter((item) => !early.includes(item))
  if (filled.size === 0) await writeAll(items)
  else {
    await tryOut(items)
    await journals.during(request.caller, fillAll)
  }
  for (const item of items) note(item, report)
  return report.answer()

  async function fillAll(journal: ImportJournal): Promise<void> {
    if (early.length > 0) {
      await write(early, async (tx, targets) => {
        const ids = early.flatMap(({ name }) => targets.service.get(name) ?? [])
        await journal.noteIn(tx, { kind: 'services', ids })
      })
    }
    for (const [service, database] of content.databases) {
      await importDatabase(service, database, { ...importing, report, journal })
    }
    for (const [service, tree] of content.files) {
      await importFiles(service, tree, files.get(service) ?? [], { ...importing, report, journal })
    }
    if (request.isGivenUp?.()) throw new Problem(400, 'The import was given up.')
    await writeAll(rest, (tx) => journal.endIn(tx))
  }

  async function writeAll(some: readonly PlannedItem[], atEnd?: AtEnd): Promise<void> {
    for (const warning of await write(some, atEnd)) report.warning(warning)
  }

  async function tryOut(some: readonly PlannedItem[]): Promise<void> {
    try {
      await write(some, () => Promise.reject(new OnlyTried()))
    } catch (error) {
      if (!(error instanceof OnlyTried)) throw error
    }
  }

  async function write(some: readonly PlannedItem[], atEnd?: AtEnd): Promise<string[]> {
    const lead = writers.get('service')
    if (lead === undefined) return []
    const { result } = await lead.commitTogether(async (tx, log) => {
      const targets = await readTargets(importing.known)
      const warnings = await writeItems(some, writers, targets, { tx, log, request })
      await atEnd?.(tx, targets)
      return warnings
    })
    return result
  }
}

/** The last step of a transaction. */
type AtEnd = (tx: Tx, targets: Targets) => Promise<void>

function note({ type, name, action }: PlannedItem, report: Report): void {
  const what = `system/${type.name} with ${type.key} ${name}`
  if (action === 'create') report.done(`Created ${what}`)
  else if (action === 'change') report.done(`Overwrote duplicate found for ${what}`)
  else report.notice(`Ignored duplicate found for ${what}`)
}

/** Ends the transaction of a trial. */
class OnlyTried extends Error {}
