import { Problem } from '@millwright/contract/problem'
import type { Row } from '../system/sql-runner.ts'
import type { Importing, ImportPlan } from './import-package.ts'
import type { Action, Difference } from './plan.ts'
import { losing, lossesOf } from './table-losses.ts'
import { tablesThere } from './tables-there.ts'

/** What an import would do, item by item (docs/wire/packages.md). */
export interface PackagePlan {
  readonly items: readonly PlanLine[]
  readonly warnings: readonly string[]
}

interface PlanLine {
  /** `system/role`, `db/_schema`, and of files the name of their service. */
  readonly type: string
  readonly name: string
  readonly action: Action
  readonly differences: readonly Difference[]
}

export async function planAnswer({ content, items, files }: ImportPlan, importing: Importing): Promise<PackagePlan> {
  const { databases, warnings } = content
  const told = [...warnings]
  const lines: PlanLine[] = items.map(({ type, name, action, differences }) => ({
    type: `system/${type.name}`,
    name,
    action: action === 'change' && differences.length === 0 ? 'leave' : action,
    differences: action === 'change' ? differences : [],
  }))
  for (const [service, { tables, records }] of databases) {
    const there = await present(service, importing)
    const line = (part: string, name: string, action: Action) =>
      lines.push({ type: `${service}/${part}`, name, action, differences: [] })
    for (const table of tables) {
      const name = String(table.name)
      const changes = there.has(name) && importing.overwrite
      line('_schema', name, changes ? 'change' : there.has(name) ? 'leave' : 'create')
      if (changes) told.push(...(await refusals(service, table, importing)))
    }
    for (const { name } of records) line('_table', name, there.has(name) ? 'leave' : 'create')
  }
  for (const [service, planned] of files) {
    for (const { file, action, differences } of planned) {
      lines.push({ type: service, name: file.path, action, differences })
    }
  }
  return { items: lines, warnings: told }
}

/** Refusals that the import of a table will meet; a change that cannot be foretold, as it needs what the package brings, is not among them. */
async function refusals(service: string, table: Row, importing: Importing): Promise<readonly string[]> {
  try {
    const losses = await lossesOf(service, table, importing)
    return losses.length === 0 ? [] : [losing(service, String(table.name), losses)]
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return []
    throw error
  }
}

/** No tables in a service that is not there yet. */
async function present(service: string, importing: Importing): Promise<ReadonlySet<string>> {
  try {
    return await tablesThere(service, importing)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return new Set()
    throw error
  }
}
