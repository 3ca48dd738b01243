import { Problem } from '@millwright/contract/problem'
import { createWriter, type Writer } from '../system/writer.ts'
import { availableContent } from './available-content.ts'
import { namedRecords } from './export-content.ts'
import type { Exporting } from './exporting.ts'
import { importDatabase } from './import-database.ts'
import { importFiles, type PlannedFile, planFiles, refuseFiles } from './import-files.ts'
import { readTargets, writeItems } from './import-system.ts'
import { type PlannedItem, planSystem } from './plan.ts'
import type { ReadContent } from './read-package.ts'
import { referringContent } from './referring-content.ts'
import { refuseLesser } from './refuse-lesser.ts'
import { createReport, type ImportAnswer, type Report } from './report.ts'
import type { WorkFolder } from './work-folder.ts'

export interface Importing extends Exporting {
  readonly overwrite: boolean
  readonly work: WorkFolder
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
 * services that the others need, new tables and files are taken back when something fails later.
 */
export async function importPackage(read: ReadContent, importing: Importing): Promise<ImportAnswer> {
  const { content, items, files } = await planImport(read, importing)
  const report = createReport()
  for (const warning of content.warnings) report.warning(warning)
  const { types, request } = importing
  const writers = new Map(types.all.map((type) => [type.name, createWriter(type.declaration, importing.parts)]))
  const filled = new Set([...content.databases.keys(), ...content.files.keys()])
  const early = items.filter(({ type, name, key }) => type.name === 'service' && key === null && filled.has(name))
  const undo: (() => Promise<void>)[] = []
  if (filled.size > 0) await write(items, 'try')
  try {
    if (early.length > 0) {
      undo.push(() => removeServices(early, importing, writers))
      await write(early, 'keep')
    }
    for (const [service, database] of content.databases) {
      await importDatabase(service, database, { ...importing, report, undo })
    }
    for (const [service, tree] of content.files) {
      await importFiles(service, tree, files.get(service) ?? [], { ...importing, report, undo })
    }
    if (request.isGivenUp?.()) throw new Problem(400, 'The import was given up.')
    const rest = items.filter((item) => !early.includes(item))
    for (const warning of await write(rest, 'keep')) report.warning(warning)
  } catch (error) {
    await takeBack(undo, importing)
    throw error
  }
  for (const item of items) note(item, report)
  return report.answer()

  async function write(some: readonly PlannedItem[], mode: 'try' | 'keep'): Promise<string[]> {
    const [first] = some
    const lead = first === undefined ? undefined : writers.get(first.type.name)
    if (lead === undefined) return []
    try {
      const { result } = await lead.commitTogether(async (tx, log) => {
        const targets = await readTargets(importing.known)
        const warnings = await writeItems(some, writers, targets, { tx, log, request })
        if (mode === 'try') throw new OnlyTried()
        return warnings
      })
      return result
    } catch (error) {
      if (error instanceof OnlyTried) return []
      throw error
    }
  }
}

/** One step that fails does not keep the others from being done. */
async function takeBack(undo: readonly (() => Promise<void>)[], { parts }: Importing): Promise<void> {
  const failures: unknown[] = []
  for (const step of undo.toReversed()) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) {
    parts.background.start('Taking back a package', () => Promise.reject(failures[0]))
  }
}

async function removeServices(
  items: readonly PlannedItem[],
  { known, request }: Importing,
  writers: ReadonlyMap<string, Writer>,
): Promise<void> {
  const [first] = items
  const writer = writers.get('service')
  if (first === undefined || writer === undefined) return
  const keys = await known.keys(
    first.type,
    items.map(({ name }) => name),
  )
  await writer.commitTogether(async (tx, log) => {
    for (const key of keys.values())
      await writer.remove(key, { tx, log, request: { ...request, params: { force: 'true' } } })
  })
}

function note({ type, name, action }: PlannedItem, report: Report): void {
  const what = `system/${type.name} with ${type.key} ${name}`
  if (action === 'create') report.done(`Created ${what}`)
  else if (action === 'change') report.done(`Overwrote duplicate found for ${what}`)
  else report.notice(`Ignored duplicate found for ${what}`)
}

/** Ends the transaction of a trial. */
class OnlyTried extends Error {}
