import { Problem } from '@millwright/contract/problem'
import { requireFullAdmin } from '../../../access/required-rights.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { AccessRequest, ApiRequest } from '../../../request/api-request.ts'
import { assertNoRest, unsupported } from '../../../request/body.ts'
import type { Caller } from '../../../request/caller.ts'
import type { CompiledRole } from '../../../request/compiled-role.ts'
import { number } from '../../../request/params.ts'
import type { SystemResource } from '../../ground/system/resource.ts'

interface CatalogParts {
  readonly services: Pick<Registry, 'find'>
  /** `null` if the role does not exist. */
  readonly roleOf: (id: number) => Promise<CompiledRole | null>
}

/** `system/mcp_catalog`: what an MCP service shows to a role, and from which services (docs/wire/mcp.md). */
export function createMcpCatalogResource({ services, roleOf }: CatalogParts): SystemResource {
  async function callerOf({ caller, params }: ApiRequest): Promise<Caller> {
    const id = number(params, 'role_id')
    if (id === undefined) return caller
    const role = await roleOf(id)
    if (role === null) throw new Problem(404, `There is no role with the identifier '${id}'.`)
    return { ...caller, sysadmin: false, role, sentKey: true }
  }

  return {
    name: 'mcp_catalog',
    label: 'MCP Catalogue',
    description: 'Which tools an MCP service offers to a role, and which operations it could offer.',
    singleton: true,
    keeps: 'nothing',
    readOnly: true,
    guard,
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb !== 'GET') throw unsupported(request)
      const { service: name = '' } = request.params
      const found = await services.find(name.toLowerCase())
      const endpoint = found?.service.mcp
      if (endpoint === undefined) throw new Problem(404, `There is no MCP service '${name}' in use.`)
      const caller = await callerOf(request)
      const { sentToken, origin, linkOrigin, address } = request
      const unknown = { scopes: null, clientName: null, agent: null, isCounted: true, failed: () => undefined }
      const by = { caller, sentToken, origin, linkOrigin, address, ...unknown }
      return { status: 200, body: await endpoint.catalogue(by) }
    },
  }
}

function guard({ caller }: AccessRequest): void {
  requireFullAdmin(caller, 'Only full administrators can see the tools of others.')
}
