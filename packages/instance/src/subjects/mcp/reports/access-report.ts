import { Problem } from '@millwright/contract/problem'
import type { McpAccessReport } from '@millwright/contract/wire/mcp-reports'
import { mayUseService } from '../../../access/service-access.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Params } from '../../../request/api-request.ts'
import type { CompiledRole } from '../../../request/compiled-role.ts'
import type { Store } from '../../../store/store.ts'
import { readPeriod } from './period.ts'
import { type ReadUsage, range } from './usage-report.ts'

interface AccessParts {
  readonly services: Pick<Registry, 'find'>
  readonly store: Pick<Store, 'db'>
  readonly roleOf: (id: number) => Promise<CompiledRole | null>
  /** `null` if usage is not counted. */
  readonly readUsage: ReadUsage | null
}

/** Which roles may use an MCP service, and which of them do (docs/wire/mcp.md). */
export async function accessReport(
  { services, store, roleOf, readUsage }: AccessParts,
  params: Params,
  now: number,
): Promise<McpAccessReport> {
  const period = readPeriod(params, '30d', now)
  const { service: asked = '' } = params
  const found = await services.find(asked.trim().toLowerCase())
  const endpoint = found?.service.mcp
  if (found === null || endpoint === undefined) throw new Problem(404, `There is no MCP service '${asked}' in use.`)
  const name = found.row.name.toLowerCase()
  const of = { ...range(period), service: name, requestor: 'MCP', by: 'role', step: 'day', top: '50' }
  const usage = readUsage === null ? null : await readUsage(of)
  const roles = await store.db.selectFrom('role').select(['id', 'name']).orderBy('name').execute()
  return {
    service_id: found.row.id,
    service: found.row.name,
    require_role_access: endpoint.needsRole,
    period: period.name,
    roles: await Promise.all(
      roles.map(async ({ id, name: role_name }) => {
        const role = await roleOf(id)
        const figures = usage?.meta.groups?.find((group) => group.group_id === id)
        const days = usage?.resource.filter((row) => row.group_id === id).map((row) => row.start) ?? []
        const isIn = !endpoint.needsRole || mayUseService({ sysadmin: false, role }, name)
        return {
          role_id: id,
          name: role_name,
          granted: role?.isActive === true && isIn,
          requests: figures?.requests ?? 0,
          denied: figures?.refused ?? 0,
          last_seen: days.at(-1) ?? null,
        }
      }),
    ),
  }
}
