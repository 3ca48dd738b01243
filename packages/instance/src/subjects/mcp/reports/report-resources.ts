import { Problem } from '@millwright/contract/problem'
import { requireFullAdmin } from '../../../access/full-admin.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { CompiledRole } from '../../../request/compiled-role.ts'
import { assertNoRest, unsupported } from '../../../request/fields.ts'
import type { SystemResource } from '../../system/system-resource.ts'
import { createMcpCatalogResource } from '../catalog-resource.ts'
import { accessReport } from './access-report.ts'
import { healthReport } from './health-report.ts'
import { type ReadUsage, usageReport } from './usage-report.ts'

interface ReportParts {
  readonly parts: Parts
  readonly services: Pick<Registry, 'find'>
  /** `null` if the role does not exist. */
  readonly roleOf: (id: number) => Promise<CompiledRole | null>
  /** `null` if usage is not counted. */
  readonly readUsage: ReadUsage | null
}

/**
 * `system/mcp_catalog`, `mcp_usage`, `mcp_access` and `mcp_health`: what MCP services show, who uses them, who may, and what
 * prevents it (docs/wire/mcp.md).
 */
export function createMcpReports({ parts, services, roleOf, readUsage }: ReportParts): SystemResource[] {
  const { store, clock, config } = parts

  const rows = () =>
    store.db
      .selectFrom('service')
      .select(['id', 'name', 'is_active'])
      .where('type', 'in', ['mcp', 'system_mcp'])
      .orderBy('name')
      .execute()

  return [
    createMcpCatalogResource({ services, roleOf }),
    report(
      'mcp_usage',
      'MCP Usage',
      'Which tools assistants called, how often and with which outcome.',
      async ({ params }) => {
        if (readUsage === null) throw new Problem(404, 'Usage is not recorded: MILLWRIGHT_USAGE is 0.')
        return await usageReport(params, await rows(), readUsage, clock())
      },
    ),
    report('mcp_access', 'MCP Access', 'Which roles may use an MCP service, and which of them do.', ({ params }) =>
      accessReport({ services, store, roleOf, readUsage }, params, clock()),
    ),
    report(
      'mcp_health',
      'MCP Health',
      'Problems that keep assistants from MCP services.',
      async ({ params, origin }) => {
        const { service } = params
        const all = await rows()
        const asked =
          service === undefined ? all : all.filter(({ name }) => name.toLowerCase() === service.toLowerCase())
        if (service !== undefined && asked.length === 0) throw new Problem(404, `There is no MCP service '${service}'.`)
        return await healthReport({ services, store, config, roleOf }, asked, origin)
      },
    ),
  ]
}

function report(
  name: string,
  label: string,
  description: string,
  read: (request: ApiRequest) => Promise<object>,
): SystemResource {
  return {
    ...{ name, label, description, singleton: true, readOnly: true, keeps: 'history' as const },
    guard: ({ caller }) => requireFullAdmin(caller, 'Only full administrators can see what assistants do.'),
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb !== 'GET') throw unsupported(request)
      return { status: 200, body: await read(request) }
    },
  }
}
