import { Problem } from '@millwright/contract/problem'
import type { Tx } from '../sql-runner.ts'

/** Records of one kind that need a service. */
interface Use {
  /** Their resource, under which the refusal names them. */
  readonly kind: 'app' | 'event_script' | 'limit' | 'scheduler'
  readonly words: readonly [one: string, many: string]
  readonly names: readonly string[]
}

const tables = [
  { kind: 'app', words: ['app', 'apps'], sql: '"app" WHERE "storage_service_id" = ?' },
  { kind: 'event_script', words: ['script', 'scripts'], sql: '"event_script" WHERE "storage_service_id" = ?' },
  { kind: 'limit', words: ['limit', 'limits'], sql: '"limit" WHERE "service_id" = ?' },
  { kind: 'scheduler', words: ['scheduled task', 'scheduled tasks'], sql: '"scheduler_task" WHERE "service_id" = ?' },
] as const

const named = 5

/** Refuses with 409, and the names by resource in `context`, to delete a service that something needs. */
export async function refuseInUse(tx: Tx, id: unknown): Promise<void> {
  const uses: Use[] = []
  for (const { kind, words, sql } of tables) {
    const rows = await tx.all(`SELECT "name" FROM ${sql} ORDER BY "name"`, id)
    if (rows.length > 0) uses.push({ kind, words, names: rows.map(({ name }) => String(name)) })
  }
  if (uses.length === 0) return
  const context = Object.fromEntries(uses.map(({ kind, names }) => [kind, names]))
  throw new Problem(409, `The service is in use by ${uses.map(told).join(' and by ')}.`, { context })
}

function told({ words: [one, many], names }: Use): string {
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return `${names.length > 1 ? many : one} ${names.slice(0, named).join(', ')}${more}`
}
