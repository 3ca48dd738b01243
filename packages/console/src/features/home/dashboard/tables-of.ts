import type { UsageGroupFigures } from '../../../widgets/charts/usage/ranking.tsx'

/** A table, or another component of a service, with the usage of all its resources. */
export interface CalledTable extends UsageGroupFigures {
  readonly service: string
  readonly table: string
}

const tablePath = /^([^/]+)\/_table\/([^/]+)(?:\/|$)/

/**
 * Returns the tables among resources such as `db/_table/orders/{id}`, busiest first. Records and lists of a table are counted together; the
 * 95th percentile of the duration is the maximum of theirs, which is an upper bound.
 */
export function tablesOf(groups: readonly UsageGroupFigures[], top: number): CalledTable[] {
  const tables = new Map<string, CalledTable>()
  for (const group of groups) {
    const [, service, table] = tablePath.exec(group.group ?? '') ?? []
    if (service === undefined || table === undefined) continue
    const name = `${service}/${table}`
    const former = tables.get(name)
    tables.set(
      name,
      former ? { ...former, ...sum(former, group), group: name } : { ...group, group: name, service, table },
    )
  }
  return [...tables.values()].toSorted((a, b) => b.requests - a.requests).slice(0, top)
}

function sum(one: UsageGroupFigures, other: UsageGroupFigures) {
  const longest = [one.p95_ms, other.p95_ms].filter((time) => time !== null)
  return {
    requests: one.requests + other.requests,
    errors: one.errors + other.errors,
    p95_ms: longest.length === 0 ? null : Math.max(...longest),
  }
}
