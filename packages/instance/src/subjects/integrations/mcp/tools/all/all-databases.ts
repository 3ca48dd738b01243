import { messageOf } from '@millwright/connector/error-words'
import { askList, takeWithinBudget } from '../answers.ts'
import { argsSchema, textArg } from '../args.ts'
import type { Tool, ToolSession } from '../tool.ts'
import type { ExposedService } from '../verb.ts'

/** Lists that are read from all databases; models need little more than the tables. */
const lists = [
  { name: 'all_get_tables', what: 'Tables', at: '_table', isUnlisted: false },
  { name: 'all_get_stored_procedures', what: 'Stored procedures', at: '_proc', isUnlisted: true },
  { name: 'all_get_stored_functions', what: 'Stored functions', at: '_func', isUnlisted: true },
  { name: 'all_get_resources', what: 'Resources', at: '', isUnlisted: true },
] as const

/** Tools that query all databases at once, for callers who see several. */
export function allDatabases(databases: readonly ExposedService[]): readonly Tool[] {
  if (databases.length < 2) return []
  const listOf = (service: string, resource: string, session: ToolSession) =>
    askList(session, { verb: 'GET', service, resource, params: { as_list: 'true' } })
  const listsOf = (resource: string, session: ToolSession) =>
    Promise.all(databases.map(({ name }) => outcome(session, () => listOf(name, resource, session))))

  return [
    ...lists.map(
      ({ name, what, at, isUnlisted }): Tool => ({
        name,
        title: `${what} of all databases`,
        description: `${what} of every database, by name.`,
        args: argsSchema({}),
        result: { properties: { databases: { type: 'object' } } },
        effect: 'read',
        isUnlisted,
        async run(_, session) {
          const found = await listsOf(at, session)
          return { value: { databases: Object.fromEntries(databases.map((each, index) => [each.name, found[index]])) } }
        },
      }),
    ),
    {
      name: 'all_find_table',
      title: 'Find a table',
      description: 'The databases that have a table of a name.',
      args: argsSchema({ table_name: textArg() }, ['table_name']),
      result: { properties: { foundIn: { type: 'array' } } },
      effect: 'read',
      async run({ table_name }, session) {
        const wanted = String(table_name).toLowerCase()
        const found = await listsOf('_table', session)
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
