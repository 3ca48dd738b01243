import { Problem } from '@millwright/contract/problem'
import { tablesThere } from './import-database.ts'
import type { Importing, ImportPlan } from './import-package.ts'
import type { Action, Difference } from './plan.ts'

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
    for (const { name } of tables) {
      line('_schema', String(name), !there.has(String(name)) ? 'create' : importing.overwrite ? 'change' : 'leave')
    }
    for (const { name } of records) line('_table', name, there.has(name) ? 'leave' : 'create')
  }
  for (const [service, planned] of files) {
    for (const { file, action, differences } of planned) {
      lines.push({ type: service, name: file.path, action, differences })
    }
  }
  return { items: lines, warnings }
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
