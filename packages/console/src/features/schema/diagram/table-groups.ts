/** A relation between two tables, by id. */
export interface Relation {
  readonly from: string
  readonly to: string
}

/** The title of a group, without localized text since the layout worker has no catalogue. */
export interface GroupTitle {
  /** Name of a table or schema; empty for the whole database. */
  readonly name: string
  /** The group has only tables without relations. */
  readonly lone: boolean
}

/** Tables that are drawn together. */
export interface TableGroup extends GroupTitle {
  readonly ids: readonly string[]
  /** Whether relations connect its tables; otherwise they have none. */
  readonly joined: boolean
}

/** Target size of a group when a larger connected set is split. */
const usual = 14
const maxTogether = 24

/**
 * Groups tables that belong together: by schema if names contain one (`sales.order`), then by relations. Connected sets that are too large
 * to overview are split around the tables with the most relations, which give the groups their names. Tables without relations form the
 * last group.
 */
export function groupTables(ids: readonly string[], relations: readonly Relation[]): readonly TableGroup[] {
  const schemas = Map.groupBy(ids, (id) => /^([^.#]+)\./.exec(id)?.[1] ?? '')
  if (schemas.size > 1)
    return [...schemas].flatMap(([schema, own]) => {
      const groups = tableGroupsWithin(own, relations)
      return schema === '' ? groups : groups.map((group) => ({ ...group, ...named(schema, group, groups) }))
    })
  return tableGroupsWithin(ids, relations)
}

function named(schema: string, { name, lone }: TableGroup, groups: readonly TableGroup[]): GroupTitle {
  if (groups.length === 1) return { name: schema, lone: false }
  return lone ? { name: schema, lone } : { name, lone }
}

function tableGroupsWithin(ids: readonly string[], relations: readonly Relation[]): readonly TableGroup[] {
  const next = neighbours(ids, relations)
  const joined = connected(ids, next)
  const alone = joined.filter((group) => group.length === 1).flat()
  const groups = joined.filter((group) => group.length > 1).flatMap((group) => split(group, next))
  return [
    ...groups.map((own) => ({ name: busiest(own, next)[0] ?? '', lone: false, ids: own, joined: true })),
    ...(alone.length > 0 ? [{ name: '', lone: true, ids: alone, joined: false }] : []),
  ]
}

type Neighbours = ReadonlyMap<string, ReadonlySet<string>>

/** The other tables that each table has relations with. */
export function neighbours(ids: readonly string[], relations: readonly Relation[]): Neighbours {
  const next = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
  for (const { from, to } of relations)
    if (from !== to && next.has(from) && next.has(to)) {
      next.get(from)?.add(to)
      next.get(to)?.add(from)
    }
  return next
}

/** Sets of tables connected by relations, directly or indirectly. */
function connected(ids: readonly string[], next: Neighbours): readonly (readonly string[])[] {
  const seen = new Set<string>()
  return ids.flatMap((id) => {
    if (seen.has(id)) return []
    seen.add(id)
    const group = [id]
    for (const one of group)
      for (const other of next.get(one) ?? [])
        if (!seen.has(other)) {
          seen.add(other)
          group.push(other)
        }
    return [group]
  })
}

function busiest(ids: readonly string[], next: Neighbours): readonly string[] {
  return [...ids].sort((a, b) => (next.get(b)?.size ?? 0) - (next.get(a)?.size ?? 0) || a.localeCompare(b))
}

/** Grows a group around each of the busiest tables, one table per turn so that the groups stay balanced. */
function split(ids: readonly string[], next: Neighbours): readonly (readonly string[])[] {
  if (ids.length <= maxTogether) return [ids]
  const hubs = busiest(ids, next).slice(0, Math.ceil(ids.length / usual))
  const groups = hubs.map((hub) => [hub])
  const taken = new Set(hubs)
  const most = usual * 1.5
  for (let grown = true, room = most; taken.size < ids.length; ) {
    grown = false
    for (const group of groups) {
      if (group.length >= room) continue
      const found = firstFree(group, next, taken)
      if (found === null) continue
      taken.add(found)
      group.push(found)
      grown = true
    }
    // Tables reachable only through full groups are added to those.
    if (!grown) room = Number.POSITIVE_INFINITY
    if (!grown && groups.every((group) => firstFree(group, next, taken) === null)) break
  }
  const single = groups.filter((group) => group.length === 1).flat()
  const grown = groups.filter((group) => group.length > 1)
  for (const id of single) grown.find((group) => group.some((one) => next.get(id)?.has(one)))?.push(id)
  return grown
}

function firstFree(group: readonly string[], next: Neighbours, taken: ReadonlySet<string>): string | null {
  for (const id of group) for (const other of next.get(id) ?? []) if (!taken.has(other)) return other
  return null
}
