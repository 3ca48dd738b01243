import { conditionNode } from '@millwright/contract/filter/condition'
import type { FilterNode } from '@millwright/contract/filter/node'
import { invalid, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { Registry } from '../../../gateway/registry.ts'
import { readBody } from '../../../request/body.ts'
import type { SystemResource } from '../../ground/system/resource.ts'

const relation = 'role_service_access_by_role_id'

/**
 * Rejects roles with row filters that their tables cannot compare as meant, such as a date with a text, before anything is written. If
 * the database is unavailable or has no such table yet, the filter is only checked when it is used, and denies access if it does not fit.
 */
export function withComparableFilters(
  roles: SystemResource,
  { store: { db } }: Pick<Parts, 'store'>,
  { find }: Pick<Registry, 'find'>,
): SystemResource {
  async function problemOf(sent: unknown): Promise<string | null> {
    if (!isRecord(sent) || !Array.isArray(sent.filters) || sent.filters.length === 0) return null
    const stored = await storedRow(sent.id)
    const component = String(sent.component ?? stored?.component ?? '')
    const [, table] = /^_table\/([^/*]+)(?:\/.*)?$/i.exec(component.replace(/^\/+|\/+$/g, '')) ?? []
    const service = await serviceOf(sent.service_id ?? stored?.service_id)
    if (table === undefined || service?.conditionProblem === undefined) return null
    for (const condition of sent.filters.flatMap(nodeOf)) {
      const problem = await service.conditionProblem(table, condition).catch(() => null)
      if (problem !== null) return problem
    }
    return null
  }

  async function storedRow(id: unknown) {
    if (!Number.isSafeInteger(Number(id)) || id === null) return undefined
    const rows = db.selectFrom('role_service_access').select(['component', 'service_id'])
    return rows.where('id', '=', Number(id)).executeTakeFirst()
  }

  async function serviceOf(id: unknown) {
    if (!Number.isSafeInteger(Number(id)) || id === null) return undefined
    const row = await db.selectFrom('service').select('name').where('id', '=', Number(id)).executeTakeFirst()
    if (row === undefined) return undefined
    try {
      return (await find(row.name.toLowerCase()))?.service
    } catch {
      return undefined
    }
  }

  return {
    ...roles,
    async handle(request, rest) {
      if (request.verb === 'GET' || request.verb === 'DELETE') return roles.handle(request, rest)
      const rows = readBody(request.payload).records.flatMap((record) => (isRecord(record) ? record[relation] : []))
      for (const row of rows) {
        const problem = await problemOf(row)
        if (problem !== null) throw invalid({ [relation]: [`filters: ${problem}`] })
      }
      return roles.handle(request, rest)
    },
  }
}

/** None for a filter that cannot be read, which is rejected or denies access elsewhere. */
function nodeOf(sent: unknown): FilterNode[] {
  if (!isRecord(sent)) return []
  const parts = {
    field: String(sent.name ?? ''),
    operator: String(sent.operator ?? ''),
    value: String(sent.value ?? ''),
  }
  try {
    return [conditionNode(parts, (reason) => new Problem(400, reason))]
  } catch {
    return []
  }
}
