import { Problem } from '@millwright/contract/problem'
import type { McpAccessReport, McpHealth, McpHealthCheck } from '@millwright/contract/wire/mcp'
import { requireFullAdmin } from '../../../../access/required-rights.ts'
import { mayUseService } from '../../../../access/rule-match.ts'
import type { Parts } from '../../../../gateway/parts.ts'
import type { Registry } from '../../../../gateway/registry.ts'
import type { Config } from '../../../../platform/settings/config.ts'
import type { ApiRequest, Params } from '../../../../request/api-request.ts'
import { assertNoRest, unsupported } from '../../../../request/body.ts'
import type { CompiledRole } from '../../../../request/compiled-role.ts'
import type { Store } from '../../../../store/store.ts'
import type { SystemResource } from '../../../ground/system/resource.ts'
import { createMcpCatalogResource } from '../catalog-resource.ts'
import { type ReadUsage, range, readPeriod, usageReport } from './usage-report.ts'

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
        const selection =
          service === undefined ? all : all.filter(({ name }) => name.toLowerCase() === service.toLowerCase())
        if (service !== undefined && selection.length === 0)
          throw new Problem(404, `There is no MCP service '${service}'.`)
        return await healthReport({ services, store, config, roleOf }, selection, origin)
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
    name,
    label,
    description,
    singleton: true,
    readOnly: true,
    keeps: 'history' as const,
    guard: ({ caller }) => requireFullAdmin(caller, 'Only full administrators can see what assistants do.'),
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb !== 'GET') throw unsupported(request)
      return { status: 200, body: await read(request) }
    },
  }
}

interface AccessParts {
  readonly services: Pick<Registry, 'find'>
  readonly store: Pick<Store, 'db'>
  readonly roleOf: (id: number) => Promise<CompiledRole | null>
  /** `null` if usage is not counted. */
  readonly readUsage: ReadUsage | null
}

/** Which roles may use an MCP service, and which of them do (docs/wire/mcp.md). */
async function accessReport(
  { services, store, roleOf, readUsage }: AccessParts,
  params: Params,
  now: number,
): Promise<McpAccessReport> {
  const period = readPeriod(params, '30d', now)
  const { service: serviceName = '' } = params
  const found = await services.find(serviceName.trim().toLowerCase())
  const endpoint = found?.service.mcp
  if (found === null || endpoint === undefined)
    throw new Problem(404, `There is no MCP service '${serviceName}' in use.`)
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

interface HealthParts {
  readonly services: Pick<Registry, 'find'>
  readonly store: Pick<Store, 'db'>
  readonly config: Pick<Config, 'mcp' | 'publicUrl'>
  readonly roleOf: (id: number) => Promise<CompiledRole | null>
}

interface Row {
  readonly name: string
  readonly is_active: number
}

type Check = (id: string, status: McpHealthCheck['status'], message: string, service?: string) => McpHealthCheck

const check: Check = (id, status, message, service) => ({ id, status, message, details: { service: service ?? null } })

const order = ['ok', 'warning', 'error'] as const

/** What prevents assistants from using MCP services, and how to fix it (docs/wire/mcp.md). `origin`: of the request. */
async function healthReport(parts: HealthParts, rows: readonly Row[], origin: string): Promise<McpHealth> {
  const checks = [
    ...ofInstance(parts, rows, origin),
    ...(await Promise.all(rows.map((row) => ofService(parts, row)))),
  ].flat()
  const worst = Math.max(...checks.map(({ status }) => order.indexOf(status)))
  return { status: order[worst] ?? 'ok', daemons: [], checks }
}

function ofInstance(
  { config: { mcp, publicUrl } }: HealthParts,
  rows: readonly Row[],
  origin: string,
): McpHealthCheck[] {
  const isHere = /^http:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl ?? origin)
  const address = publicUrl ?? origin
  return [
    mcp
      ? check('enabled', 'ok', 'Assistants are enabled.')
      : check('enabled', 'error', 'Assistants are disabled. Start the instance without MILLWRIGHT_MCP=0.'),
    rows.length > 0
      ? check('services', 'ok', 'There are MCP services.')
      : check('services', 'warning', 'There is no MCP service. Create one under AI.'),
    address.startsWith('https://')
      ? check('public_url', 'ok', `Clients connect to ${address}.`)
      : check(
          'public_url',
          isHere ? 'ok' : 'warning',
          isHere
            ? `Clients on this machine connect to ${address}.`
            : `Clients connect to ${address}, where most refuse to sign in. Set MILLWRIGHT_PUBLIC_URL to an https URL.`,
        ),
  ]
}

async function ofService(parts: HealthParts, { name, is_active }: Row): Promise<McpHealthCheck[]> {
  const found = is_active === 0 ? null : await parts.services.find(name.toLowerCase())
  const endpoint = found?.service.mcp
  if (endpoint === undefined) return [check('active', 'warning', `'${name}' is not active.`, name)]
  const findings = [
    ...(await endpoint.findings()),
    ...(endpoint.needsRole && !(await anyRole(parts, name))
      ? ['No role has access to the service, so only administrators can use it. Give a role access to it.']
      : []),
  ]
  if (findings.length === 0) return [check('service', 'ok', `'${name}' can be used.`, name)]
  return findings.map((message) => check('service', 'warning', message, name))
}

async function anyRole({ store, roleOf }: HealthParts, service: string): Promise<boolean> {
  const roles = await store.db.selectFrom('role').select('id').where('is_active', '=', 1).execute()
  for (const { id } of roles) {
    if (mayUseService({ sysadmin: false, role: await roleOf(id) }, service.toLowerCase())) return true
  }
  return false
}
