import type { UsageGroup, UsageGroupKey } from '@millwright/contract/wire/usage'
import type { Key } from '../../../records/system/dialect.ts'
import type { Store } from '../../../store/store.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'

/** Sources of group names: for deleted records, the counts themselves. */
export interface GroupNames {
  readonly store: Pick<Store, 'db'>
  readonly usage: UsageStore
}

const gone = -1

/** Names of groups in the API. */
export async function groupNames(
  names: GroupNames,
  by: UsageGroup,
  keys: readonly Key[],
): Promise<(key: unknown) => UsageGroupKey> {
  const other: UsageGroupKey = { group: 'other', group_id: null }
  if (by !== 'app' && by !== 'user' && by !== 'role') {
    return (key) => (key === null ? other : { group: String(key) === '' ? null : String(key), group_id: null })
  }
  const ids = keys.map(Number).filter((id) => id > 0)
  const found = ids.length === 0 ? new Map<number, string>() : await namesOf(names, by, ids)
  return (key) => {
    if (key === null) return other
    const id = Number(key)
    if (id === 0) return { group: null, group_id: null }
    if (id === gone) return { group: 'deleted', group_id: null }
    return { group: found.get(id) ?? String(id), group_id: id }
  }
}

async function namesOf(
  { store, usage }: GroupNames,
  by: 'app' | 'user' | 'role',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (by === 'user') {
    const people = await store.db.selectFrom('user').select(['id', 'email']).where('id', 'in', ids).execute()
    return new Map(people.map(({ id, email }) => [id, email]))
  }
  const kept = await usage.statements.all<{ id: unknown; name: string | null }>(
    `select ${by}_id as id, max(${by}_name) as name from usage_caller where ${by}_id > 0 group by ${by}_id`,
    [],
  )
  const rows = await store.db.selectFrom(by).select(['id', 'name']).where('id', 'in', ids).execute()
  const known = kept.flatMap(({ id, name }) => (name === null ? [] : [[Number(id), name] as const]))
  return new Map([...known, ...rows.map(({ id, name }) => [id, name] as const)])
}
