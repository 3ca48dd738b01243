import type { DependentGroup } from '@millwright/contract/wire/dependents'
import type { DeclaredTable } from '../../../../records/system/declared-table.ts'
import { type Key, quoted } from '../../../../records/system/dialect.ts'
import type { Row } from '../../../../records/system/sql-runner.ts'
import type { Mention, NamedKind } from '../../../../store/naming.ts'
import type { TableName } from '../../../../store/tables.ts'
import { parseConfig } from '../../service-config/stored-config.ts'
import { gone, type Target } from './forms.ts'
import { type Dependency, dependencies } from './graph.ts'
import { type DependentParts, type FoundMention, findMentions } from './mentions.ts'
import { namedIn, type ReferredKind } from './settings-names.ts'

/** Most names per group; the others are only counted. */
const named = 5
/** In the order of groups. */
const effects: readonly DependentGroup['effect'][] = ['deleted', 'cleared', 'broken', 'renamed']
/** What happens to what names something that is renamed. */
export const follows = 'Will follow the new name.'

interface Group extends Pick<DependentGroup, 'effect' | 'consequence' | 'blocks'> {
  readonly table: string
  readonly rows: readonly Row[]
}

/** What no longer works once a record of this kind is gone, for services whose settings refer to it by id. */
export const namedInSettings: Readonly<Record<ReferredKind, string>> = {
  app: 'The settings will name an app that no longer exists.',
  email_template: 'Emails with this template will fail.',
  role: 'People who register or sign in this way no longer get this role.',
  service: 'Named in the settings: features that need it will fail.',
}

/**
 * The stored records that depend on some records of a table, grouped by resource, effect and consequence; those that block a
 * deletion first. The result is not limited to what the caller may read.
 */
export async function findDependents(
  parts: DependentParts,
  declared: DeclaredTable,
  deleted: readonly Row[],
): Promise<DependentGroup[]> {
  if (deleted.length === 0) return []
  const keys = keysOf(declared, deleted)
  const found: Group[] = []
  for (const dependency of dependencies[declared.table] ?? []) {
    const { told, effect } = dependency
    if (told === undefined) continue
    const { consequence, blocks = false, owner } = told
    const rows = await referring(parts, declared, dependency, keys)
    found.push({ table: owner?.table ?? dependency.table, effect, blocks, consequence, rows })
  }
  if (declared.within === '') {
    found.push(...(await inSettings(parts, declared.table, deleted)))
    const kind = namedKind(declared)
    if (kind !== null)
      found.push(
        ...(await lost(
          parts,
          deleted.map(({ name }) => ({ kind, name: String(name) })),
        )),
      )
  }
  return groupsOf(found, declared.table, new Set(keys.map(String)))
}

/** What names something that will be gone, such as a table, grouped likewise. */
export async function findBroken(parts: DependentParts, target: Target): Promise<DependentGroup[]> {
  return groupsOf(await lost(parts, [target]), null, new Set())
}

/** What names something that will have another name: it follows, except for texts that cannot be rewritten. */
export async function findRenamed(parts: DependentParts, target: Target, to: string): Promise<DependentGroup[]> {
  const found = (await findMentions(parts, [target], to)).filter(({ mention }) => mention.broken !== undefined)
  const moved = found.filter(({ isStuck }) => !isStuck)
  const renamed = (await presented(parts, moved, () => follows)).map(
    (group): Group => ({ ...group, effect: 'renamed' }),
  )
  const stuck = found.filter(({ isStuck }) => isStuck)
  return groupsOf(
    [...renamed, ...(await presented(parts, stuck, (mention) => mention.broken?.[target.kind]))],
    null,
    new Set(),
  )
}

/** The kind of names of a table's records, if texts name them. */
export function namedKind({ table, within }: Pick<DeclaredTable, 'table' | 'within'>): NamedKind | null {
  if (within !== '') return null
  return table === 'service' || table === 'lookup' || table === 'email_template' ? table : null
}

async function lost(parts: DependentParts, targets: readonly Target[]): Promise<Group[]> {
  const [first] = targets
  if (first === undefined) return []
  return presented(parts, await findMentions(parts, targets, gone), ({ broken }) => broken?.[first.kind])
}

/** Groups of the records to present for texts, by consequence. */
async function presented(
  parts: DependentParts,
  found: readonly FoundMention[],
  sentence: (mention: Mention) => string | undefined,
): Promise<Group[]> {
  const groups: Group[] = []
  for (const some of Map.groupBy(found, ({ table, column }) => `${table}.${column}`).values()) {
    const [first] = some
    const consequence = first === undefined ? undefined : sentence(first.mention)
    if (first === undefined || consequence === undefined) continue
    const { owner } = first.mention
    const rows = some.map(({ row }) => row)
    const shown = owner === undefined ? rows : await owners(parts, owner, rows)
    groups.push({ table: owner?.table ?? first.table, effect: 'broken', blocks: false, consequence, rows: shown })
  }
  return groups
}

async function owners({ tx }: DependentParts, { table, column }: NonNullable<Mention['owner']>, rows: readonly Row[]) {
  const ids = [...new Set(rows.map((row) => Number(row[column])))]
  const among = tx.dialect.among('"id"', 'number')
  return tx.all(`SELECT * FROM ${quoted(table)} WHERE ${among} ORDER BY "name"`, tx.dialect.list(ids))
}

/** Services whose settings refer to records by id. */
async function inSettings({ tx, kinds }: DependentParts, table: TableName, deleted: readonly Row[]): Promise<Group[]> {
  if (!(table in namedInSettings)) return []
  const source = table as ReferredKind
  const ids = new Set(deleted.map(({ id }) => Number(id)))
  const services = await tx.all('SELECT "id", "name", "type", "config" FROM "service" ORDER BY "name"')
  const rows = services.filter(({ type, config }) => {
    const referred = namedIn(kinds.of(String(type))?.config ?? {}, parseConfig(String(config)), source)
    return [...referred].some((id) => ids.has(id))
  })
  return [{ table: 'service', effect: 'broken', blocks: false, consequence: namedInSettings[source], rows }]
}

function keysOf({ key, keyType }: DeclaredTable, rows: readonly Row[]): Key[] {
  return rows.map((row) => (keyType === 'number' ? Number(row[key]) : String(row[key])))
}

/** The rows that a dependency finds, or the records that they belong to. */
async function referring(
  { tx }: DependentParts,
  { keyType }: DeclaredTable,
  { table: from, column, told }: Dependency,
  keys: readonly Key[],
): Promise<Row[]> {
  const refers = tx.dialect.among(quoted(column), keyType)
  const table = told?.owner?.table ?? from
  const own = `${quoted(from)} WHERE ${refers}`
  const rows = told?.owner ? `${quoted(table)} WHERE "id" IN (SELECT ${quoted(told.owner.column)} FROM ${own})` : own
  const name = table === 'user' ? '"id", "email", "is_sys_admin"' : '*'
  return tx.all(
    `SELECT ${name} FROM ${rows} ORDER BY ${table === 'user' ? '"email"' : '"name"'}`,
    tx.dialect.list(keys),
  )
}

/** One group per resource, effect and consequence; a record counts once in it. `deleted`: keys of records of `table` that are deleted too. */
function groupsOf(found: readonly Group[], table: TableName | null, deleted: ReadonlySet<string>): DependentGroup[] {
  const groups = new Map<string, { group: Omit<DependentGroup, 'count' | 'names'>; names: Map<string, string> }>()
  for (const { table: of, rows, ...group } of found) {
    for (const row of rows) {
      const key = String(row.id ?? row.name)
      if (of === table && deleted.has(key)) continue
      const resource = resourceOf(of, row)
      const same = [resource, group.effect, group.consequence].join(' ')
      const known = groups.get(same) ?? { group: { resource, ...group }, names: new Map<string, string>() }
      known.names.set(key, nameOf(row))
      groups.set(same, known)
    }
  }
  return [...groups.values()]
    .map(({ group, names }) => ({
      ...group,
      count: names.size,
      names: [...names.values()].toSorted().slice(0, named),
    }))
    .toSorted(
      (one, other) =>
        Number(other.blocks) - Number(one.blocks) || effects.indexOf(one.effect) - effects.indexOf(other.effect),
    )
}

const nameOf = (row: Row) => String(row.name ?? row.email ?? row.path)

function resourceOf(table: string, row: Row): string {
  if (table === 'user') return row.is_sys_admin === 1 ? 'admin' : 'user'
  return table === 'scheduler_task' ? 'scheduler' : table
}
