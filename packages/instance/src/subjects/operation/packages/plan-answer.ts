import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { PackagePlanLine } from '@millwright/contract/wire/package'
import type { Row } from '../../../records/system/sql-runner.ts'
import { existingTables, losing, lossesOf, mismatchedTables } from './existing-tables.ts'
import type { Importing, ImportPlan } from './import-package.ts'
import { type Action, differencesOf, type PlannedDifference, type PlannedItems } from './plan.ts'
import { get } from './read-records.ts'

/** What an import would do, item by item (docs/wire/packages.md). */
export interface PackagePlan {
  readonly items: readonly PackagePlanLine[]
  readonly warnings: readonly string[]
}

/** Maximum lines of one type and action. */
const maxLines = 5000

export async function planAnswer({ content, items, files }: ImportPlan, importing: Importing): Promise<PackagePlan> {
  const { databases, warnings } = content
  const messages = [...warnings]
  const lines = await systemLines(items)
  for (const [service, { tables, records }] of databases) {
    const there = await present(service, importing)
    const line = (part: string, name: string, action: Action, differences: readonly PlannedDifference[] = []) =>
      lines.push({ type: `${service}/${part}`, name, action, differences })
    for (const table of tables) {
      const name = String(table.name)
      if (!there.has(name) || !importing.overwrite) line('_schema', name, there.has(name) ? 'leave' : 'create')
      else {
        const { differences, refused } = await tableChange(service, table, importing)
        line('_schema', name, differences.length > 0 ? 'change' : 'leave', differences)
        messages.push(...refused)
      }
    }
    const request = { ...importing.request, ...get(service.toLowerCase(), '') }
    const misshapen = importing.overwrite
      ? []
      : await mismatchedTables(service, tables, { ...importing, request, existing: there })
    messages.push(...misshapen.map(({ sentence }) => sentence))
    for (const { name } of records) line('_table', name, there.has(name) ? 'leave' : 'create')
  }
  for (const [service, planned] of files) {
    for (const { file, action, differences } of planned) {
      lines.push({ type: service, name: file.path, action, differences })
    }
  }
  return { items: lines, warnings: messages }
}

/** Beyond the maximum, records of a type are only counted. */
async function systemLines(items: PlannedItems): Promise<PackagePlanLine[]> {
  const lines: PackagePlanLine[] = []
  const counts = new Map<string, { readonly type: string; readonly action: Action; count: number }>()
  for await (const some of items.read()) {
    for (const {
      type: { name: typeName },
      name,
      action: planned,
      differences,
    } of some) {
      const type = `system/${typeName}`
      const action = planned === 'change' && differences.length === 0 ? 'leave' : planned
      const alike = counts.get(`${type} ${action}`) ?? { type, action, count: 0 }
      counts.set(`${type} ${action}`, alike)
      alike.count += 1
      if (alike.count <= maxLines)
        lines.push({ type, name, action, differences: action === 'change' ? differences : [] })
    }
  }
  const more = [...counts.values()].filter(({ count }) => count > maxLines)
  const counted = more.map(({ type, action, count }): PackagePlanLine => {
    return { type, name: `… and ${count - maxLines} more`, action, differences: [] }
  })
  return [...lines, ...counted]
}

/** The planned changes to an existing table, and why the import would reject them. */
async function tableChange(service: string, table: Row, importing: Importing) {
  const { call, request } = importing
  const name = String(table.name)
  const { body } = await call({ ...request, ...get(service.toLowerCase(), `_schema/${name}`) })
  const differences = isRecord(body) ? tableDifferences(body, table) : []
  return { differences, refused: await refusals() }

  /** Excludes errors that depend on what the package creates first. */
  async function refusals(): Promise<readonly string[]> {
    try {
      const losses = await lossesOf(service, table, importing)
      return losses.length === 0 ? [] : [losing(service, name, losses)]
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return []
      throw error
    }
  }
}

/** The existing tables, or none if the service does not exist yet. */
async function present(service: string, importing: Importing): Promise<ReadonlySet<string>> {
  try {
    return await existingTables(service, importing)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return new Set()
    throw error
  }
}

/** Members that follow from others or depend on the database. */
const derived = new Set([
  'db_type',
  'native',
  'name',
  'field',
  'related',
  'constraints',
  'primary_key',
  'access',
  'quoted_name',
])

/** The differences between an existing table's definition and that in a package, for members that the package specifies. */
function tableDifferences(there: Row, table: Row): readonly PlannedDifference[] {
  return [
    ...differencesOf(there, plainly(table)),
    ...listed('field', there, table, () => true),
    ...listed('related', there, table, ({ is_virtual }) => is_virtual === true),
  ]
}

function listed(part: string, there: Row, table: Row, counts: (row: Row) => boolean): PlannedDifference[] {
  const before = new Map(rowsIn(there[part]).map((row) => [String(row.name).toLowerCase(), row]))
  return rowsIn(table[part])
    .filter(counts)
    .flatMap((row): PlannedDifference[] => {
      const field = `${part}.${String(row.name)}`
      const known = before.get(String(row.name).toLowerCase())
      if (known === undefined) return [{ field, from: null, to: row.type ?? null }]
      return differencesOf(known, plainly(row)).map((each) => ({ ...each, field: `${field}.${each.field}` }))
    })
}

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRecord) : [])

function plainly(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !derived.has(name)))
}
