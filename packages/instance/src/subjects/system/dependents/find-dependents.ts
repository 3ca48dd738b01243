import type { DependentGroup } from '@millwright/contract/wire/dependents'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { DeclaredTable } from '../../../records/system/declared-table.ts'
import { type Key, quoted } from '../../../records/system/dialect.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { TableName } from '../../../store/tables.ts'
import { type Dependency, dependencies } from './graph.ts'
import { looseReferences } from './loose-references.ts'

/** Most names per group; the others are only counted. */
const named = 5

interface Found extends Pick<DependentGroup, 'effect' | 'consequence' | 'blocks'> {
  readonly table: TableName
  readonly rows: readonly Row[]
}

export interface DependentParts {
  readonly tx: Tx
  readonly kinds: ServiceKinds
}

/**
 * The stored records that depend on some records of a table, grouped by resource, effect and consequence; those that block a
 * deletion first. The result is not limited to what the caller may read.
 */
export async function findDependents(
  { tx, kinds }: DependentParts,
  declared: DeclaredTable,
  deleted: readonly Row[],
): Promise<DependentGroup[]> {
  if (deleted.length === 0) return []
  const keys = deleted.map(
    (row): Key => (declared.keyType === 'number' ? Number(row[declared.key]) : String(row[declared.key])),
  )
  const found: Found[] = []
  for (const dependency of dependencies[declared.table] ?? []) {
    const { told, effect } = dependency
    if (told === undefined) continue
    const { consequence, blocks = false, owner } = told
    const table = owner?.table ?? dependency.declared.table
    found.push({ table, effect, blocks, consequence, rows: await referring(tx, declared, dependency, keys) })
  }
  for (const { table, consequence, rows } of declared.within === '' ? (looseReferences[declared.table] ?? []) : []) {
    found.push({ table, effect: 'broken', blocks: false, consequence, rows: await rows(tx, deleted, kinds) })
  }
  const gone = new Set(keys.map(String))
  return found
    .flatMap((each) => groupsOf(each, each.table === declared.table ? gone : new Set()))
    .toSorted((one, other) => Number(other.blocks) - Number(one.blocks))
}

/** The rows that a dependency finds, or the records that they belong to. */
async function referring(
  tx: Tx,
  { keyType }: DeclaredTable,
  dependency: Dependency,
  keys: readonly Key[],
): Promise<Row[]> {
  const { declared, column, told } = dependency
  const refers = tx.dialect.among(quoted(column), keyType)
  const table = told?.owner?.table ?? declared.table
  const own = `${quoted(declared.table)} WHERE ${refers}`
  const from = told?.owner ? `${quoted(table)} WHERE "id" IN (SELECT ${quoted(told.owner.column)} FROM ${own})` : own
  const name = table === 'user' ? '"id", "email", "is_sys_admin"' : '*'
  return tx.all(
    `SELECT ${name} FROM ${from} ORDER BY ${table === 'user' ? '"email"' : '"name"'}`,
    tx.dialect.list(keys),
  )
}

function groupsOf({ table, rows, ...group }: Found, gone: ReadonlySet<string>): DependentGroup[] {
  const others = new Map(rows.map((row) => [String(row.id ?? row.name), row]))
  for (const key of gone) others.delete(key)
  const byResource = Map.groupBy(others.values(), (row) => resourceOf(table, row))
  return [...byResource].map(([resource, members]) => ({
    resource,
    ...group,
    count: members.length,
    names: members.slice(0, named).map((row) => String(row.name ?? row.email)),
  }))
}

function resourceOf(table: TableName, row: Row): string {
  if (table === 'user') return row.is_sys_admin === 1 ? 'admin' : 'user'
  return table === 'scheduler_task' ? 'scheduler' : table
}
