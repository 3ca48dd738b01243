import type { McpCaller } from '../../../gateway/ports/mcp-endpoint.ts'
import type { ServiceHost, ServiceRow } from '../../../gateway/service-kind.ts'
import { createCatalogue } from './lazy/catalogue.ts'
import { createLongAnswers, shortened } from './lazy/long-answers.ts'
import { type McpSettings, mustConfirm } from './mcp-settings.ts'
import { withConfirmation } from './protocol/wire-tool.ts'
import type { Surface } from './surface.ts'
import type { Tool } from './tools/tool.ts'

interface Of {
  readonly row: ServiceRow
  readonly host: Pick<ServiceHost, 'parts'>
}

type Shown = Pick<Surface, 'instructions' | 'resources' | 'prompts'> & { readonly tools: readonly Tool[] }

/** Builds what a caller sees of the available tools: all of them, or the tools that find the others. */
export function makeSurface(
  { row, host }: Of,
  settings: McpSettings,
  { instructions, tools, resources, prompts }: Shown,
): Surface {
  const answers = createLongAnswers(row.name, host.parts)
  const mayAsk = (tool: Tool) => mustConfirm(settings, tool.effect) || tool.alwaysAsks !== undefined
  const all = tools.map((tool) => (mayAsk(tool) ? withConfirmation(tool) : tool))
  const { listed, facade, resolve } = createCatalogue(all, settings.lazyMode, answers)
  return {
    instructions:
      facade.length > 0 ? `${instructions} Tools are found by search_tools and called by call_tool.` : instructions,
    listed,
    tools: new Map([...all, ...facade].map((tool) => [tool.name, tool])),
    facade,
    resolve,
    mayAsk,
    mustConfirm: (tool, args) =>
      mustConfirm(settings, tool.effectOf?.(args) ?? tool.effect) || tool.alwaysAsks?.(args) === true,
    bounded: (toolCall, tool, input, result, caller) =>
      tool.name === toolCall.name || tool.effect !== 'read'
        ? result
        : shortened(result, () => answers.issue({ name: tool.name, given: input }, caller)),
    resources,
    prompts,
  }
}

/** Cache key for full administrators, whose role does not matter. */
const everything = {}

/**
 * Caches surfaces by role. The role object is replaced as soon as its rights change. `state`: all other inputs; when it
 * changes, the whole cache is cleared.
 */
export function createSurfaceCache() {
  let surfaces = new WeakMap<object, Map<string, Surface>>()
  let lastState = ''

  return (state: string, { caller, scopes }: McpCaller, make: () => Surface): Surface => {
    if (state !== lastState) {
      surfaces = new WeakMap()
      lastState = state
    }
    const role = caller.sysadmin ? everything : (caller.role ?? nothing)
    const known = surfaces.get(role) ?? new Map<string, Surface>()
    surfaces.set(role, known)
    const key = scopes === null ? 'all' : [...scopes].toSorted().join(' ')
    const surface = known.get(key) ?? make()
    known.set(key, surface)
    return surface
  }
}

/** Cache key for callers without a role. */
const nothing = {}
