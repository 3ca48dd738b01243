import { Problem } from '@millwright/contract/problem'
import { clashingService } from '@millwright/contract/wire/tool-prefix'
import type { Row, Tx } from '../../records/system/sql-runner.ts'
import { parseConfig } from '../service-config/stored-config.ts'
import type { WriteStep } from '../system/resource.ts'

/** Throws a 409 if the tools of two services that one MCP service exposes would have the same names. `name`: of a renamed service. */
export async function refuseClash(tx: Tx, name: string): Promise<void> {
  for (const { config } of await exposing(tx)) {
    const names = namesIn(config)
    const same = names.some((each) => isSame(each, name)) ? clashingService(names) : null
    if (same !== null)
      throw new Problem(409, `Another MCP service exposes '${same}' too, and its tools would have the same names.`)
  }
}

/** Removes a deleted service from the MCP services that expose it. Settings for its tools stay, as they have no effect. */
export async function withdraw({ tx, log }: Pick<WriteStep, 'tx' | 'log'>, name: string): Promise<void> {
  for (const { id, config } of await exposing(tx)) {
    const names = namesIn(config)
    const others = names.filter((each) => !isSame(each, name))
    if (others.length === names.length) continue
    const text = JSON.stringify({ ...config, exposed_services: others })
    await tx.all('UPDATE "service" SET "config" = ?, "revision" = "revision" + 1 WHERE "id" = ?', text, id)
    log.changed('service', id)
  }
}

async function exposing(tx: Tx): Promise<{ id: number; config: Row }[]> {
  const rows = await tx.all('SELECT "id", "config" FROM "service" WHERE "type" = ?', 'mcp')
  return rows.map(({ id, config }) => ({ id: Number(id), config: parseConfig(String(config)) }))
}

const namesIn = ({ exposed_services: names }: Row): string[] => (Array.isArray(names) ? names.map(String) : [])

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()
