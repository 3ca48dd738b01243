import { Problem } from '@millwright/contract/problem'
import { mcpConfig, systemMcpConfig } from '@millwright/contract/service-config/mcp'
import { clashingService } from '@millwright/contract/wire/tool-prefix'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'
import { createDataMcp } from './data-mcp.ts'
import { loginPageProblem, redirectsProblem } from './login-page.ts'
import { texts } from './mcp-settings.ts'
import { createSystemMcp } from './system-mcp.ts'
import { customToolsProblem } from './tools/custom/custom-settings.ts'

/** Throws a 409 for services whose tools would have the same names. */
function refuseClash({ exposed_services }: Readonly<Record<string, unknown>>): void {
  const same = clashingService(texts(exposed_services))
  if (same === null) return
  const sentence = `The tools of '${same}' would have the names of those of another service.`
  throw new Problem(409, sentence, { context: { exposed_services: [sentence] } })
}

/** Settings that other instances of this API have and return in their responses. */
const elsewhere = ['id', 'service_id', 'scope_tools', 'registered_redirect_uris']

const dataAlone = Object.keys(mcpConfig).filter((name) => !(name in systemMcpConfig))

/** Service types for assistants, which use the Model Context Protocol (docs/wire/mcp.md). */
export const mcpKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'mcp',
    label: 'MCP Server Service',
    group: 'MCP',
    description: 'Lets assistants read and change the data of services, with the rights of their user.',
    reserved: 'of full administrators',
    config: mcpConfig,
    readsLookups: true,
    knownElsewhere: elsewhere,
    check(config) {
      refuseClash(config)
      return loginPageProblem(config) ?? redirectsProblem(config) ?? customToolsProblem(config)
    },
    make: createDataMcp,
  }),
  serviceKind({
    name: 'system_mcp',
    label: 'System API MCP Server',
    group: 'MCP',
    description: 'Lets assistants administer this instance, with the rights of their administrator.',
    reserved: 'always',
    config: systemMcpConfig,
    knownElsewhere: [...elsewhere, ...dataAlone],
    check: (config) => loginPageProblem(config) ?? redirectsProblem(config),
    make: createSystemMcp,
  }),
]
