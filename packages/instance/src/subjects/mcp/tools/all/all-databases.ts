import { messageOf } from '../../../../platform/message-of.ts'
import { askList } from '../answers.ts'
import { argsSchema, text } from '../arg-schema.ts'
import { takeWithinBudget } from '../rows.ts'
import type { Tool, ToolSession } from '../tool.ts'
import type { ExposedService } from '../verb.ts'

/** Tools that query all databases at once, for callers who see several. */
export function allDatabases(databases: readonly ExposedService[]): readonly Tool[] {
  if (databases.length < 2) return []
  const names = (service: string, session: ToolSession) =>
    askList(session, { verb: 'GET', service, resource: '_table', params: { as_list: 'true' } })

  return [
    {
      name: 'all_get_tables',
      title: 'Tables of all databases',
      description: 'Names of the tables of every database.',
      args: argsSchema({}),
      result: { properties: { databases: { type: 'object' } } },
      effect: 'read',
      async run(_, session) {
        const found = await Promise.all(databases.map(({ name }) => outcome(session, () => names(name, session))))
        return { value: { databases: Object.fromEntries(databases.map(({ name }, at) => [name, found[at]])) } }
      },
    },
    {
      name: 'all_find_table',
      title: 'Find a table',
      description: 'The databases that have a table of a name.',
      args: argsSchema({ table_name: text() }, ['table_name']),
      result: { properties: { foundIn: { type: 'array' } } },
      effect: 'read',
      async run({ table_name }, session) {
        const wanted = String(table_name).toLowerCase()
        const found = await Promise.all(databases.map(({ name }) => outcome(session, () => names(name, session))))
        const foundIn = databases.filter((_, at) =>
          found[at]?.data?.some((table) => String(table).toLowerCase() === wanted),
        )
        return { value: { tableName: String(table_name), foundIn: foundIn.map(({ name }) => name) } }
      },
    },
  ]
}

interface Outcome {
  readonly success: boolean
  readonly data?: readonly unknown[]
  readonly error?: string
}

/** An error in one database does not affect the others. */
async function outcome({ signal, longest }: ToolSession, ask: () => Promise<readonly unknown[]>): Promise<Outcome> {
  try {
    return { success: true, data: takeWithinBudget(await ask(), longest / 4) }
  } catch (error) {
    signal.throwIfAborted()
    return { success: false, error: messageOf(error) }
  }
}
