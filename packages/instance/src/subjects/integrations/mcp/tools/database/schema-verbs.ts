import { isRecord } from '@millwright/contract/wire/is-record'
import {
  type ModelColumn,
  type ModelTable,
  modelTable,
  type TableFacts,
  tableFacts,
} from '../../../../ground/data-model/model-table.ts'
import { ask, askList, listIn, takeWithinBudget, withoutEmpty } from '../answers.ts'
import { listOf, textArg, truth, whole } from '../args.ts'
import type { ToolSession } from '../tool.ts'
import type { ServiceVerb } from '../verb.ts'
import { listOfTexts, paramsOf, pathTo } from './table-path.ts'

const reads = { category: 'database', effect: 'read', needs: { verb: 'GET', below: '_schema' } } as const

/** Maximum number of tables that are described at once. Beyond it, only names are returned. */
const describedTables = 20
/** Characters of an overview, about 2,000 tokens. */
const overviewSize = 7_000

const tableName = { table_name: textArg(), refresh: truth() }

export const getDataModel: ServiceVerb = {
  ...reads,
  needs: { verb: 'GET', at: '_schema' },
  name: 'get_data_model',
  title: 'Data model',
  description: `Call first. Tables with fields, relations and numbers of records; of more than ${describedTables} tables the names, to be asked for in detail by tables.`,
  fields: { tables: listOf(textArg()), offset: whole(undefined, { minimum: 0 }), refresh: truth() },
  required: [],
  result: { properties: { tables: { type: 'array' }, total: { type: 'integer' }, next_offset: { type: 'integer' } } },
  async run(service, { tables: named, offset, refresh }, session) {
    const all = (await askList(session, { verb: 'GET', service, resource: '_schema', params: namesOf(refresh) })).map(
      String,
    )
    const tableNames = listOfTexts(named)
    const from = Number(offset ?? 0)
    const isShort = tableNames.length > 0 || all.length <= describedTables
    const chosen = (tableNames.length > 0 ? tableNames : all).slice(from)
    const shown = isShort ? chosen.slice(0, describedTables) : chosen
    const described = isShort ? await describeAll(service, shown, session) : shown
    const tables = takeWithinBudget(described, isShort ? session.longest : Math.min(overviewSize, session.longest))
    const next = from + tables.length
    const total = tableNames.length > 0 ? tableNames.length : all.length
    return { value: { tables, total, ...(next < total && { next_offset: next }) } }
  },
}

const namesOf = (refresh: unknown) => ({ as_list: 'true', ...(refresh === true && { refresh: 'true' }) })

/** The tables' descriptions, as far as the caller may read them, and their numbers of records. */
async function describeAll(service: string, names: readonly string[], session: ToolSession): Promise<unknown[]> {
  const tables: ModelTable[] = []
  for (const name of names) {
    const table = await ask(session, { verb: 'GET', service, resource: pathTo('_schema', name) })
    if (isRecord(table)) tables.push(modelTable(table, (other) => other))
  }
  const facts = tableFacts(tables, {
    read: ({ name }, params) => ask(session, { verb: 'GET', service, resource: pathTo('_table', name), params }),
    checkpoint: () => session.signal.throwIfAborted(),
    samples: false,
    groups: false,
  })
  return (await Array.fromAsync(facts)).map((known, at) => ({ ...brief(tables[at]), ...recordsIn(known) }))
}

function recordsIn({ count }: TableFacts): { readonly records?: number; readonly records_estimated?: true } {
  return count === undefined ? {} : { records: count.count, ...(count.estimated && { records_estimated: true }) }
}

/** A table in compact form: `id: id, key` and `contact_by_customer_id: has_many contact`. */
function brief(table: ModelTable | undefined): object {
  if (table === undefined) return {}
  const { name, description, columns, relations } = table
  return {
    name,
    ...(description !== '' && { description }),
    fields: columns.map(columnText),
    relations: relations.map((relation) => `${relation.name}: ${relation.type} ${relation.refTable}`),
  }
}

function columnText({ name, type, isKey, required, references, values }: ModelColumn): string {
  const marks = [
    type,
    isKey ? 'key' : '',
    required ? 'required' : '',
    references === null ? '' : `→ ${references.table}`,
    values.length > 0 ? `one of ${values.slice(0, 20).join('|')}` : '',
  ]
  return `${name}: ${marks.filter((mark) => mark !== '').join(', ')}`
}

const fieldMembers = [
  'name',
  'alias',
  'label',
  'description',
  'type',
  'db_type',
  'length',
  'precision',
  'scale',
  'default',
  'required',
  'is_primary_key',
  'is_foreign_key',
  'ref_table',
  'ref_field',
  'is_unique',
  'auto_increment',
  'picklist',
]
const relationMembers = [
  'name',
  'alias',
  'label',
  'type',
  'field',
  'ref_table',
  'ref_field',
  'junction_table',
  'junction_field',
  'junction_ref_field',
]
const tableMembers = ['name', 'alias', 'label', 'plural', 'description', 'is_view', 'primary_key', 'name_field']

const refreshed = (refresh: unknown) => (refresh === true ? { refresh: 'true' } : {})

export const getTableSchema: ServiceVerb = {
  ...reads,
  name: 'get_table_schema',
  title: 'Describe a table',
  description: 'A table with all that is known of its fields and relations.',
  fields: tableName,
  required: ['table_name'],
  result: { properties: { fields: { type: 'array' }, relations: { type: 'array' } } },
  async run(service, { table_name, refresh }, session) {
    const resource = pathTo('_schema', table_name)
    const table = await ask(session, { verb: 'GET', service, resource, params: refreshed(refresh) })
    const { field, related } = isRecord(table) ? table : {}
    const fields = takeWithinBudget(
      listIn(field).map((each) => withoutEmpty(each, fieldMembers)),
      0.75 * session.longest,
    )
    const relations = takeWithinBudget(
      listIn(related).map((each) => withoutEmpty(each, relationMembers)),
      0.25 * session.longest,
    )
    return { value: { ...withoutEmpty(table, tableMembers), fields, relations } }
  },
}

/** A tool for one of the lists in a table's schema. */
function partVerb(name: string, title: string, part: '_field' | '_related', members: readonly string[]): ServiceVerb {
  const member = part === '_field' ? 'fields' : 'relations'
  return {
    ...reads,
    name,
    title,
    description: `The ${member} of a table.`,
    fields: tableName,
    required: ['table_name'],
    result: { properties: { [member]: { type: 'array' } } },
    async run(service, { table_name, refresh }, session) {
      const resource = `${pathTo('_schema', table_name)}/${part}`
      const found = await askList(session, { verb: 'GET', service, resource, params: refreshed(refresh) })
      return {
        value: {
          [member]: takeWithinBudget(
            found.map((each) => withoutEmpty(each, members)),
            session.longest,
          ),
        },
      }
    },
  }
}

export const getTableFields = partVerb('get_table_fields', 'Fields of a table', '_field', fieldMembers)
export const getTableRelations = partVerb(
  'get_table_relationships',
  'Relations of a table',
  '_related',
  relationMembers,
)

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
    fields: listOf(textArg()),
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
  fields: { tables: listOf(textArg()) },
  required: [],
  result: { properties: { tables: { type: 'array' } } },
  async run(service, { tables: named }, session) {
    const tableNames = listOfTexts(named)
    const params = { as_list: 'true' }
    const names =
      tableNames.length > 0 ? tableNames : await askList(session, { verb: 'GET', service, resource: '_schema', params })
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
