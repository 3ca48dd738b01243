import type { McpOperation } from '@millwright/contract/wire/mcp-catalog'
import type { McpSettings } from './mcp-settings.ts'
import { describedTools } from './tools/custom/described-tools.ts'
import type { Tool, ToolSession } from './tools/tool.ts'
import type { ExposedService } from './tools/verb.ts'

/** Maximum number of chosen operations per service, and of operations offered for choice. */
const maxChosen = 200
const maxOffered = 1_000

const others = (services: readonly ExposedService[]) => services.filter(({ category }) => category === 'other')

/** The chosen operations of scripts and remote APIs, as tools, as far as the caller may see them. */
export async function chosenOperations(
  services: readonly ExposedService[],
  { chosen }: McpSettings,
  session: ToolSession,
): Promise<Tool[]> {
  const names = [...chosen]
  const wanted = others(services).filter(({ prefix }) => names.some((name) => name.startsWith(`${prefix}_`)))
  const described = await Promise.all(wanted.map((service) => describedTools(service, session)))
  return described.flatMap((tools) => tools.filter(({ name }) => chosen.has(name.toLowerCase())).slice(0, maxChosen))
}

/** All operations that can be chosen. */
export async function offeredOperations(
  services: readonly ExposedService[],
  { chosen }: McpSettings,
  session: ToolSession,
): Promise<McpOperation[]> {
  const described = await Promise.all(
    others(services).map(async (service) =>
      (await describedTools(service, session)).slice(0, maxOffered).map(({ name, title, effect }) => ({
        ...{ name, service: service.name, title },
        read_only: effect === 'read',
        chosen: chosen.has(name.toLowerCase()),
      })),
    ),
  )
  return described.flat()
}
