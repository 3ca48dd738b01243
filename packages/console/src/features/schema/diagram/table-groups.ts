/** A relation between tables, by their identifiers. */
export interface Relation {
  readonly from: string
  readonly to: string
}

/** What a group is called; in no words of a language, as groups are made where there is none. */
export interface GroupTitle {
  /** Of a table or a schema; empty: the database. */
  readonly name: string
  /** Only what has no relations there is meant. */
  readonly lone: boolean
}

/** Tables that are drawn together. */
export interface TableGroup extends GroupTitle {
  readonly ids: readonly string[]
  /** By relations; else they only have none. */
  readonly joined: boolean
}

/** Tables of which a group has about so many, where more hang together. */
const usual = 14
const mostTogether = 24

/**
 * Groups of tables that belong together: by schema where names say one (`sales.order`), then what relations join, and where these join
 * more than anybody can look at, what is nearest to the tables with the most relations, by whose names groups are called. Tables without
 * relations are one group, the last.
 */
export function tableGroups(ids: readonly string[], relations: readonly Relation[]): readonly TableGroup[] {
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

/** The tables that each one has relations with, itself left out. */
export function neighbours(ids: readonly string[], relations: readonly Relation[]): Neighbours {
  const next = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
  for (const { from, to } of relations)
    if (from !== to && next.has(from) && next.has(to)) {
      next.get(from)?.add(to)
      next.get(to)?.add(from)
    }
  return next
}

/** What relations join, directly or by way of others. */
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

/** Grows a group around each of the busiest tables, table by table in turn, so that none takes all. */
function split(ids: readonly string[], next: Neighbours): readonly (readonly string[])[] {
  if (ids.length <= mostTogether) return [ids]
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
    // What lies behind full groups goes to them.
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
