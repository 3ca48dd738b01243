import { toolPrefix } from '@millwright/contract/wire/tool-prefix'
import type { Row } from '../../records/system/sql-runner.ts'
import { parseConfig } from '../service-config/stored-config.ts'
import type { WriteStep } from '../system/resource.ts'

/**
 * Has the services that show others by their names follow when one of these is renamed; null: it is deleted. What was switched off of its own
 * stays switched off.
 */
export async function followName(
  { tx, log }: Pick<WriteStep, 'tx' | 'log'>,
  before: string,
  after: string | null,
): Promise<void> {
  const rows = await tx.all('SELECT "id", "config" FROM "service" WHERE "type" = ?', 'mcp')
  for (const { id, config } of rows) {
    const stored = parseConfig(String(config))
    const followed = { ...stored, ...exposed(stored, before, after), ...switchedOff(stored, before, after) }
    const text = JSON.stringify(followed)
    if (text === JSON.stringify(stored)) continue
    await tx.all('UPDATE "service" SET "config" = ?, "revision" = "revision" + 1 WHERE "id" = ?', text, Number(id))
    log.changed('service', Number(id))
  }
}

function exposed({ exposed_services: names }: Row, before: string, after: string | null): Row {
  if (!Array.isArray(names)) return {}
  const isIt = (name: unknown) => String(name).trim().toLowerCase() === before.toLowerCase()
  return { exposed_services: names.flatMap((name) => (isIt(name) ? (after ?? []) : [name])) }
}

function switchedOff({ disabled_tools: names }: Row, before: string, after: string | null): Row {
  if (!Array.isArray(names) || after === null) return {}
  const prefix = `${toolPrefix(before)}_`
  const follow = (name: unknown) =>
    typeof name === 'string' && name.toLowerCase().startsWith(prefix)
      ? `${toolPrefix(after)}_${name.slice(prefix.length)}`
      : name
  return { disabled_tools: names.map(follow) }
}
