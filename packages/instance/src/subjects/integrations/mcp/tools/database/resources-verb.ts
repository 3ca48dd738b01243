import { askList } from '../answers.ts'
import { listOf, text, truth } from '../arg-schema.ts'
import { takeWithinBudget } from '../rows.ts'
import type { ServiceVerb } from '../verb.ts'
import { paramsOf } from './table-path.ts'

/** What a database has at its root. Programs ask for it by name; models need it less than the data model. */
export const getDatabaseResources: ServiceVerb = {
  name: 'get_database_resources',
  category: 'database',
  title: 'Resources of a database',
  description: 'What the root of the database lists: _table, _schema and so on.',
  fields: {
    as_list: truth(),
    as_access_list: truth(),
    include_access: truth(),
    fields: listOf(text()),
    refresh: truth(),
  },
  required: [],
  result: { properties: { resources: { type: 'array' } } },
  effect: 'read',
  needs: { verb: 'GET', at: '' },
  isUnlistedIfMerged: true,
  async run(service, args, session) {
    const params = paramsOf(args, ['as_list', 'as_access_list', 'include_access', 'fields', 'refresh'])
    const found = await askList(session, { verb: 'GET', service, resource: '', params })
    return { value: { resources: takeWithinBudget(found, session.longest) } }
  },
}
