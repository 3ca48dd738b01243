import { Problem } from '@millwright/contract/problem'
import { clashingService, toolPrefix } from '@millwright/contract/wire/tool-prefix'
import type { Row } from '../../records/system/sql-runner.ts'
import { parseConfig } from '../service-config/stored-config.ts'
import type { WriteStep } from '../system/resource.ts'

/**
 * Updates the MCP services that expose a service when it is renamed; `after` is `null` if it is deleted. Enabled and disabled
 * tools stay so. Throws a 409 if the tools of two exposed services would have the same names.
 */
export async function followName(
  { tx, log }: Pick<WriteStep, 'tx' | 'log'>,
  before: string,
  after: string | null,
): Promise<void> {
  const rows = await tx.all('SELECT "id", "config" FROM "service" WHERE "type" = ?', 'mcp')
  for (const { id, config } of rows) {
    const stored = parseConfig(String(config))
    const followed = { ...stored, ...exposed(stored, before, after), ...toolsOf(stored, before, after) }
    const text = JSON.stringify(followed)
    if (text === JSON.stringify(stored)) continue
    refuseClash(followed)
    await tx.all('UPDATE "service" SET "config" = ?, "revision" = "revision" + 1 WHERE "id" = ?', text, Number(id))
    log.changed('service', Number(id))
  }
}

function refuseClash({ exposed_services: names }: Row): void {
  const same = Array.isArray(names) ? clashingService(names.map(String)) : null
  if (same !== null)
    throw new Problem(409, `Another MCP service exposes '${same}' too, and its tools would have the same names.`)
}

function exposed({ exposed_services: names }: Row, before: string, after: string | null): Row {
  if (!Array.isArray(names)) return {}
  const isIt = (name: unknown) => String(name).trim().toLowerCase() === before.toLowerCase()
  return { exposed_services: names.flatMap((name) => (isIt(name) ? (after ?? []) : [name])) }
}

/** Renames the tools of the service; the settings for tools of a deleted service stay, as they have no effect. */
function toolsOf(stored: Row, before: string, after: string | null): Row {
  if (after === null) return {}
  const lists = ['disabled_tools', 'enabled_tools'].map((list) => [list, stored[list]] as const)
  return Object.fromEntries(
    lists.flatMap(([list, names]) => (Array.isArray(names) ? [[list, renamed(names, before, after)]] : [])),
  )
}

function renamed(names: readonly unknown[], before: string, after: string): readonly unknown[] {
  const prefix = `${toolPrefix(before)}_`
  return names.map((name) =>
    typeof name === 'string' && toolPrefix(name).startsWith(prefix)
      ? `${toolPrefix(after)}_${toolPrefix(name).slice(prefix.length)}`
      : name,
  )
}
