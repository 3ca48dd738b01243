import { createWriter, type Writer } from '../system/writer.ts'
import { namedRecords } from './export-content.ts'
import type { Exporting } from './exporting.ts'
import { importDatabase } from './import-database.ts'
import { readTargets, type SystemStep, writeItem } from './import-system.ts'
import type { PackageContent } from './package-content.ts'
import { packagedTypes } from './packaged-types.ts'
import { type PlannedItem, planSystem } from './plan.ts'
import { refuseLesser } from './refuse-lesser.ts'
import { createReport, type ImportAnswer, type Report } from './report.ts'

export interface Importing extends Exporting {
  readonly overwrite: boolean
}

/** Decides what an import does with each record of `system`. Refuses those who may not write them. */
export async function planImport({ system }: PackageContent, importing: Importing): Promise<PlannedItem[]> {
  const { overwrite, known } = importing
  await refuseLesser([...system.keys()], overwrite, importing)
  return planSystem(system, overwrite, known, async (type, keys) => {
    const records = await namedRecords(type, keys, false, importing)
    const byName = new Map(records.map((record) => [String(record[type.key]), record]))
    const found = await known.keys(type, [...byName.keys()])
    return new Map([...found].map(([name, key]) => [key, byName.get(name) ?? {}]))
  })
}

/**
 * Imports everything or nothing: the records of `system` in one transaction, which is tried before anything else is touched;
 * services that the databases need, and new tables, are taken back when something fails later.
 */
export async function importPackage(content: PackageContent, importing: Importing): Promise<ImportAnswer> {
  const items = await planImport(content, importing)
  const report = createReport()
  for (const warning of content.warnings) report.warning(warning)
  const writers = new Map(packagedTypes.map((type) => [type.name, createWriter(type.declaration, importing.parts)]))
  const early = items.filter(
    ({ type, name, key }) => type.name === 'service' && key === null && content.databases.has(name),
  )
  const undo: (() => Promise<void>)[] = []
  if (content.databases.size > 0) await write(items, 'try')
  try {
    if (early.length > 0) {
      undo.push(() => removeServices(early, importing, writers))
      await write(early, 'keep')
    }
    for (const [service, database] of content.databases) {
      await importDatabase(service, database, { ...importing, report, undo })
    }
    const rest = items.filter((item) => !early.includes(item))
    for (const warning of await write(rest, 'keep')) report.warning(warning)
  } catch (error) {
    for (const step of undo.reverse()) await step()
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
        const warnings = await writeAll(some, { tx, log, request: importing.request })
        if (mode === 'try') throw new OnlyTried()
        return warnings
      })
      return result
    } catch (error) {
      if (error instanceof OnlyTried) return []
      throw error
    }
  }

  async function writeAll(some: readonly PlannedItem[], step: SystemStep): Promise<string[]> {
    const targets = await readTargets(importing.known)
    const warnings: string[] = []
    for (const item of some) {
      const writer = writers.get(item.type.name)
      if (writer !== undefined) warnings.push(...(await writeItem(item, writer, targets, step)))
    }
    return warnings
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
