import { allTabs } from '@millwright/contract/access/tabs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { accessibleTabs, type StoredRow } from '../../../access/tab-rules.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag, list } from '../../../request/params.ts'
import type { SystemResource } from '../../ground/system/resource.ts'

/**
 * Adds `accessible_tabs` to the roles in a GET response with `accessible_tabs=true`; a role without users gets every tab
 * (docs/wire/access.md).
 */
export function withAccessibleTabs(roles: SystemResource, { store }: Pick<Parts, 'store'>): SystemResource {
  const dialect = dialectOf(store.engine)
  const rowsOf = dialect.finish(
    `SELECT "access"."role_id", "access"."component", "access"."verb_mask",
            lower("service"."name") AS "service"
       FROM "role_service_access" AS "access" LEFT JOIN "service" ON "service"."id" = "access"."service_id"
      WHERE ${dialect.among('"access"."role_id"', 'number')}`,
  )
  const heldOf = dialect.finish(
    `SELECT DISTINCT "role_id" FROM "user_to_app_to_role" WHERE ${dialect.among('"role_id"', 'number')}`,
  )

  async function addTabs(records: readonly Row[]): Promise<void> {
    const ids = dialect.list(records.map(({ id }) => Number(id)))
    const [rows, held, services] = await Promise.all([
      store.statements.all<Row>(rowsOf, [ids]),
      store.statements.all<Row>(heldOf, [ids]),
      store.statements.all<Row>('SELECT lower("name") AS "name" FROM "service"', []),
    ])
    const present = new Set(services.map(({ name }) => String(name)))
    const assigned = new Set(held.map(({ role_id }) => Number(role_id)))
    const byRole = Map.groupBy(rows, ({ role_id }) => Number(role_id))
    for (const record of records) {
      const id = Number(record.id)
      const own = (byRole.get(id) ?? []).map(tabRow)
      record.accessible_tabs = assigned.has(id) ? accessibleTabs(own, present) : allTabs
    }
  }

  return {
    ...roles,
    async handle(request, rest) {
      const asked = request.verb === 'GET' && flag(request.params, 'accessible_tabs')
      if (!asked || flag(request.params, 'as_list')) return roles.handle(request, rest)
      const { request: wider, added } = withId(request)
      const answer = await roles.handle(wider, rest)
      const records = recordsOf(answer)
      await addTabs(records)
      if (added) for (const record of records) delete record.id
      return answer
    },
  }
}

function tabRow({ service, component, verb_mask }: Row): Omit<StoredRow, 'id'> {
  return {
    service: service === null ? null : String(service),
    component: String(component ?? ''),
    verbMask: Number(verb_mask),
  }
}

/** Adds the id to the requested fields. */
function withId(request: ApiRequest): { readonly request: ApiRequest; readonly added: boolean } {
  const fields = list(request.params, 'fields') ?? []
  if (fields.length === 0 || fields.includes('*') || fields.includes('id')) return { request, added: false }
  return { request: { ...request, params: { ...request.params, fields: [...fields, 'id'].join(',') } }, added: true }
}

function recordsOf({ body }: ApiResponse): Row[] {
  if (!isRecord(body)) return []
  return Array.isArray(body.resource) ? body.resource.filter(isRecord) : [body]
}
