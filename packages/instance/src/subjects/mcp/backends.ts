import type { McpBackend } from '@millwright/contract/wire/mcp-catalog'
import type { Caller } from '../../request/caller.ts'
import { everyRule } from '../../request/compiled-role.ts'
import type { Tool } from './tools/tool.ts'
import type { ExposedService } from './tools/verb.ts'

interface Shown {
  readonly services: readonly ExposedService[]
  readonly tools: readonly Tool[]
  readonly verbs: readonly { readonly name: string; readonly category: ExposedService['category'] }[]
  readonly caller: Caller
}

/** The services that a caller sees, with the tools for each. */
export function backendsOf({ services, tools, verbs, caller }: Shown): McpBackend[] {
  return services.flatMap(({ name, type, category, prefix }) => {
    const own = verbs.filter((verb) => verb.category === category)
    const isShown = (verb: string) =>
      tools.some((tool) => tool.name === `${prefix}_${verb}` || (tool.name === verb && takes(tool, name)))
    const operations = category === 'other' ? tools.filter((tool) => tool.name.startsWith(`${prefix}_`)) : []
    const shown = [
      ...own.map((verb) => verb.name).filter(isShown),
      ...operations.map((tool) => tool.name.slice(prefix.length + 1)),
    ]
    if (shown.length === 0) return []
    const components = componentsOf(caller, name)
    return [{ name, type, category, verbs: shown, component_scoped: !components.includes('*'), components }]
  })
}

/** Whether a tool is for a service, alone or among others. */
function takes({ args, description }: Tool, service: string): boolean {
  const names = args.properties.service?.enum
  return names === undefined ? description.startsWith(`[${service}] `) : names.includes(service)
}

function componentsOf({ sysadmin, role }: Caller, service: string): string[] {
  if (sysadmin) return ['*']
  const rules = (role === null ? [] : everyRule(role)).filter(
    (rule) => rule.verbMask !== 0 && (rule.service === null || rule.service === service.toLowerCase()),
  )
  return [...new Set(rules.map(({ component }) => (component === '' ? '*' : component)))]
}
