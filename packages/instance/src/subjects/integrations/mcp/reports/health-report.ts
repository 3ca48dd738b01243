import type { McpHealth, McpHealthCheck } from '@millwright/contract/wire/mcp-reports'
import { mayUseService } from '../../../../access/service-access.ts'
import type { Registry } from '../../../../gateway/registry.ts'
import type { Config } from '../../../../platform/settings/config.ts'
import type { CompiledRole } from '../../../../request/compiled-role.ts'
import type { Store } from '../../../../store/store.ts'

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
export async function healthReport(parts: HealthParts, rows: readonly Row[], origin: string): Promise<McpHealth> {
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
