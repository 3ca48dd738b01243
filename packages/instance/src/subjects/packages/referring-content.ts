import type { Row } from '../../records/system/sql-runner.ts'
import type { Exporting } from './exporting.ts'
import { readTargets } from './import-system.ts'
import { resolveRecord } from './named-record.ts'
import { recordsWithout, type SystemRecords } from './package-content.ts'
import { forReferred, type PackagedType, refersTo } from './packaged-types.ts'
import { leftOut } from './packed-system.ts'
import type { ReadContent } from './read-package.ts'

/**
 * The content without the records that need what they refer to, where that is neither here nor in the package; each becomes
 * a warning.
 */
export async function referringContent(
  content: ReadContent,
  { known, types }: Pick<Exporting, 'known' | 'types'>,
): Promise<ReadContent> {
  const needing = types.all.filter(({ name, needsReferences }) => needsReferences === true && content.system.has(name))
  const referred = refersTo(
    needing.map(({ name }) => name),
    types,
  )
  const here = await readTargets(known, referred)
  const brought = (type: string) => content.system.get(type)?.names ?? []
  const inPackage = forReferred((type) => {
    return new Set(referred.has(type) ? [...brought(type), ...(type === 'user' ? brought('admin') : [])] : [])
  })
  const warnings = [...content.warnings]
  const system = new Map<string, SystemRecords>()
  for (const [name, records] of content.system) {
    const type = types.named.get(name)
    system.set(name, type?.needsReferences === true ? await referring(type, records) : records)
  }
  return { ...content, system, warnings }

  async function referring(type: PackagedType, all: SystemRecords): Promise<SystemRecords> {
    const gone = new Set<string>()
    for await (const records of all.read()) {
      for (const record of records) if (!isWhole(type, record)) gone.add(String(record[type.key]))
    }
    return recordsWithout(all, type.key, gone)
  }

  function isWhole(type: PackagedType, record: Row): boolean {
    const name = String(record[type.key])
    const { dangling } = resolveRecord(type, record, (to, wanted) =>
      inPackage[to].has(String(wanted)) ? wanted : here.get(to)?.get(String(wanted)),
    )
    for (const { column, type: to, value } of dangling) {
      warnings.push(`${type.name} ${name}: there is no ${to} '${value}' for ${column}.`)
    }
    if (dangling.length > 0) warnings.push(leftOut(type, name))
    return dangling.length === 0
  }
}
