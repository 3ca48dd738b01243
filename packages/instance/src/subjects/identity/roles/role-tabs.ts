import { isYes } from '@millwright/connector/request'
import { type AccessTab, allTabs } from '@millwright/contract/access/tabs'
import { invalid } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { accessibleTabs, hasEveryTab, type StoredTabRow } from '../../../access/tab-rules.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag, list } from '../../../request/params.ts'
import type { SystemResource } from '../../ground/system/resource.ts'

/** How a request changes an administrator's tabs; `null`: not at all. */
export type TabCommand = { readonly kind: 'restrict'; readonly tabs: readonly AccessTab[] } | { readonly kind: 'free' }

/** Tabs of other servers that are accepted, but need no rows here. */
const elsewhere = new Set(['roles'])

/**
 * Reads `is_restricted_admin` and `access_by_tabs`; in an imported file, the tabs are JSON or a comma-separated list. Throws a
 * 400 for unknown tabs.
 */
export function readTabCommand(body: Readonly<Record<string, unknown>>): TabCommand | null {
  if (!isYes(String(body.is_restricted_admin ?? ''))) return null
  const value = body.access_by_tabs ?? []
  const names = typeof value === 'string' ? namesIn(value) : value
  if (!Array.isArray(names)) throw refused('access_by_tabs must be a list of tabs.')
  const unknown = names.filter((name) => !isTab(name) && !elsewhere.has(String(name)))
  if (unknown.length > 0) throw refused(`access_by_tabs names unknown tabs: ${unknown.map(String).join(', ')}.`)
  const tabs = names.filter(isTab)
  return hasEveryTab(tabs) ? { kind: 'free' } : { kind: 'restrict', tabs }
}

const isTab = (name: unknown): name is AccessTab => allTabs.some((tab) => tab === name)

const refused = (message: string) => invalid({ access_by_tabs: [message] })

function namesIn(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
  }
}

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
      const wantsTabs = request.verb === 'GET' && flag(request.params, 'accessible_tabs')
      if (!wantsTabs || flag(request.params, 'as_list')) return roles.handle(request, rest)
      const { request: wider, added } = withId(request)
      const answer = await roles.handle(wider, rest)
      const records = recordsOf(answer)
      await addTabs(records)
      if (added) for (const record of records) delete record.id
      return answer
    },
  }
}

function tabRow({ service, component, verb_mask }: Row): Omit<StoredTabRow, 'id'> {
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
