import { isRecord } from '@millwright/contract/wire/is-record'
import { ask, askList, listIn } from '../answers.ts'
import { listOf, text, truth, whole } from '../arg-schema.ts'
import { fitting } from '../rows.ts'
import type { ToolAnswer } from '../tool.ts'
import type { ServiceVerb } from '../verb.ts'
import { paramsOf, pathTo } from './table-path.ts'

const reads = { category: 'database', effect: 'read', needs: { verb: 'GET', below: '_table' } } as const
const strings = { type: 'array', items: { type: 'string' } } as const

const rowsResult = {
  properties: { rows: { type: 'array' }, next_offset: { type: 'integer' }, total: { type: 'integer' } },
  required: ['rows'],
}

const usualRows = 50

export const getTables: ServiceVerb = {
  ...reads,
  name: 'get_tables',
  title: 'List tables',
  description: 'Names of the tables.',
  fields: { offset: whole(undefined, { minimum: 0 }) },
  required: [],
  result: { properties: { tables: strings, total: { type: 'integer' }, next_offset: { type: 'integer' } } },
  async run(service, { offset = 0 }, session) {
    const names = await askList(session, { verb: 'GET', service, resource: '_table', params: { as_list: 'true' } })
    const from = Number(offset)
    const tables = fitting(names.slice(from))
    const next = from + tables.length
    return { value: { tables, total: names.length, ...(next < names.length && { next_offset: next }) } }
  },
}

export const getTableData: ServiceVerb = {
  ...reads,
  name: 'get_table_data',
  title: 'Read records',
  description:
    'Records of a table. filter is like SQL: (price > 10) and (name like "A%"). related embeds records of other tables by the names of relations.',
  fields: {
    table_name: text(),
    fields: listOf(text()),
    filter: text(),
    order: text('field asc|desc, …'),
    limit: whole(undefined, { minimum: 1, maximum: 1000 }),
    offset: whole(undefined, { minimum: 0 }),
    ids: listOf(text()),
    related: text('comma list'),
    count_only: truth(),
    include_count: truth(),
  },
  required: ['table_name'],
  result: rowsResult,
  async run(service, args, session) {
    const resource = pathTo('_table', args.table_name)
    if (args.count_only === true) {
      const params = { ...paramsOf(args, ['filter']), count_only: 'true' }
      const count = await ask(session, { verb: 'GET', service, resource, params })
      return { value: { rows: [], total: Number(count) } }
    }
    const limit = Number(args.limit ?? usualRows)
    const offset = Number(args.offset ?? 0)
    const params = {
      ...paramsOf(args, ['fields', 'filter', 'order', 'offset', 'ids', 'related', 'include_count']),
      // One more tells whether there are more.
      ...(args.ids === undefined && { limit: String(limit + 1) }),
    }
    const body = await ask(session, { verb: 'GET', service, resource, params })
    return page(listIn(body), limit, offset, isRecord(body) ? body.meta : null)
  },
}

/** What fits of a page that was asked for with one record more. */
function page(found: readonly unknown[], limit: number, offset: number, meta: unknown): ToolAnswer {
  const rows = fitting(found.slice(0, limit))
  const hasMore = rows.length < found.length
  const total = isRecord(meta) ? meta.count : undefined
  return {
    value: {
      rows,
      ...(typeof total === 'number' && { total }),
      ...(hasMore && { next_offset: offset + rows.length }),
    },
  }
}
