import { isRecord } from '@millwright/contract/wire/is-record'
import { ask, askList, listIn } from '../answers.ts'
import { listOf, text } from '../arg-schema.ts'
import { takeWithinBudget } from '../rows.ts'
import type { ServiceVerb } from '../verb.ts'
import { listOfTexts, pathTo } from './table-path.ts'

/** Maximum number of tables that are read if the call names none. */
const most = 20

/** What people have written about tables and fields, without what merely repeats their names. */
export const getSemantics: ServiceVerb = {
  category: 'database',
  effect: 'read',
  needs: { verb: 'GET', below: '_schema' },
  name: 'get_semantics',
  title: 'What words mean here',
  description: 'Labels and descriptions that people gave to tables and fields.',
  fields: { tables: listOf(text()) },
  required: [],
  result: { properties: { tables: { type: 'array' } } },
  async run(service, { tables: named }, session) {
    const asked = listOfTexts(named)
    const params = { as_list: 'true' }
    const names =
      asked.length > 0 ? asked : await askList(session, { verb: 'GET', service, resource: '_schema', params })
    const found: unknown[] = []
    for (const name of names.map(String).slice(0, most)) {
      const table = await ask(session, { verb: 'GET', service, resource: pathTo('_schema', name) })
      if (!isRecord(table)) continue
      const fields = listIn(table.field).flatMap((field) => meaningOf(field) ?? [])
      const own = meaningOf(table)
      if (own !== null || fields.length > 0) found.push({ name, ...own, ...(fields.length > 0 && { fields }) })
    }
    return { value: { tables: takeWithinBudget(found, session.longest) } }
  },
}

/** `null` if it adds nothing to the name. */
function meaningOf(thing: unknown): Record<string, unknown> | null {
  if (!isRecord(thing)) return null
  const { name, label, description } = thing
  const isOwn = typeof label === 'string' && plain(label) !== plain(String(name))
  const isTold = typeof description === 'string' && description !== ''
  return isOwn || isTold ? { name, ...(isOwn && { label }), ...(isTold && { description }) } : null
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
