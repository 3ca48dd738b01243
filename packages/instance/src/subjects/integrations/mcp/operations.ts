import type { McpOperation } from '@millwright/contract/wire/mcp-catalog'
import { customApiType } from '../../ground/models/custom-api-model.ts'
import type { McpSettings } from './mcp-settings.ts'
import { describedTools } from './tools/custom/described-tools.ts'
import { endpointTools } from './tools/custom/endpoint-tools.ts'
import type { Tool, ToolSession } from './tools/tool.ts'
import type { ExposedService } from './tools/verb.ts'

/** Maximum number of chosen operations per service, and of operations offered for choice. */
const maxChosen = 200
const maxOffered = 1_000

const isCustomApi = ({ type }: ExposedService) => type === customApiType
const others = (services: readonly ExposedService[]) => services.filter(({ category }) => category === 'other')

/**
 * The endpoints of custom APIs, and the chosen operations of scripts and remote APIs, as tools, as far as the caller may see them.
 */
export async function chosenOperations(
  services: readonly ExposedService[],
  { chosen }: McpSettings,
  session: ToolSession,
): Promise<Tool[]> {
  const names = [...chosen]
  const wanted = others(services).filter(
    (service) => isCustomApi(service) || names.some((name) => name.startsWith(`${service.prefix}_`)),
  )
  const described = await Promise.all(
    wanted.map(async (service) => {
      const tools = await (isCustomApi(service) ? endpointTools(service, session) : describedTools(service, session))
      return isCustomApi(service) ? tools : tools.filter(({ name }) => chosen.has(name.toLowerCase()))
    }),
  )
  return described.flatMap((tools) => tools.slice(0, maxChosen))
}

/** All operations that can be chosen. Endpoints of custom APIs are tools without that. */
export async function offeredOperations(
  services: readonly ExposedService[],
  { chosen }: McpSettings,
  session: ToolSession,
): Promise<McpOperation[]> {
  const described = await Promise.all(
    others(services)
      .filter((service) => !isCustomApi(service))
      .map(async (service) =>
        (await describedTools(service, session)).slice(0, maxOffered).map(({ name, title, effect }) => ({
          ...{ name, service: service.name, title },
          read_only: effect === 'read',
          chosen: chosen.has(name.toLowerCase()),
        })),
      ),
  )
  return described.flat()
}
