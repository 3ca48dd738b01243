import type { Row } from '../system/sql-runner.ts'
import type { Exporting } from './exporting.ts'
import { readTargets } from './import-system.ts'
import { resolveRecord } from './named-record.ts'
import { forReferred } from './packaged-types.ts'
import { leftOut, type ReadContent } from './read-package.ts'

/**
 * The content without the records that need what they refer to, where that is neither here nor in the package; each becomes
 * a warning.
 */
export async function referringContent(
  content: ReadContent,
  { known, types }: Pick<Exporting, 'known' | 'types'>,
): Promise<ReadContent> {
  const here = await readTargets(known)
  const brought = (type: string) => (content.system.get(type) ?? []).map(({ name, email }) => email ?? name)
  const inPackage = forReferred((type) => new Set([...brought(type), ...(type === 'user' ? brought('admin') : [])]))
  const warnings = [...content.warnings]
  const system = new Map<string, readonly Row[]>()
  for (const [name, records] of content.system) {
    const type = types.named.get(name)
    if (type?.needsReferences !== true) {
      system.set(name, records)
      continue
    }
    const kept = records.filter((record) => {
      const { dangling } = resolveRecord(type, record, (to, wanted) =>
        inPackage[to].has(wanted) ? wanted : here[to].get(String(wanted)),
      )
      for (const { column, type: to, value } of dangling) {
        warnings.push(`${name} ${String(record.name)}: there is no ${to} '${value}' for ${column}.`)
      }
      if (dangling.length > 0) warnings.push(leftOut(type, String(record.name)))
      return dangling.length === 0
    })
    system.set(name, kept)
  }
  return { ...content, system, warnings }
}
