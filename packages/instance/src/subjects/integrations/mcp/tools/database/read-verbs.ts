import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { ask, askList, cut, listIn, takeWithinBudget } from '../answers.ts'
import { type ArgSchema, type Args, listOf, textArg, truth, whole } from '../args.ts'
import type { ToolAnswer } from '../tool.ts'
import type { ServiceVerb } from '../verb.ts'
import { idsHint, idsInArguments, listOfTexts, nameList, paramsOf, pathTo } from './table-path.ts'

const reads = { category: 'database', effect: 'read', needs: { verb: 'GET', below: '_table' } } as const

const rowsResult = {
  properties: { rows: { type: 'array' }, next_offset: { type: 'integer' }, total: { type: 'integer' } },
  required: ['rows'],
}

const usualRows = 50

const shaping = ['fields', 'filter', 'order', 'related'] as const

export const getTables: ServiceVerb = {
  ...reads,
  needs: { verb: 'GET', at: '_table' },
  name: 'get_tables',
  title: 'List tables',
  description: 'Names of the tables.',
  fields: { offset: whole(undefined, { minimum: 0 }) },
  required: [],
  result: { properties: { tables: { type: 'array' }, total: { type: 'integer' }, next_offset: { type: 'integer' } } },
  async run(service, { offset }, session) {
    const names = await askList(session, { verb: 'GET', service, resource: '_table', params: { as_list: 'true' } })
    const from = Number(offset ?? 0)
    const tables = takeWithinBudget(names.slice(from), session.longest)
    const next = from + tables.length
    return { value: { tables, total: names.length, ...(next < names.length && { next_offset: next }) } }
  },
}

/** `most`: maximum number of records in one response. */
export const getTableData = (most: number): ServiceVerb => ({
  ...reads,
  name: 'get_table_data',
  title: 'Read records',
  description:
    'Records of a table. filter: (price > 10) AND (name LIKE "A%"). related: relations whose records to embed. Goes on at next_offset.',
  fields: {
    table_name: textArg(),
    fields: listOf(textArg()),
    filter: textArg(),
    order: textArg('name ASC, …'),
    limit: whole(`default ${Math.min(usualRows, most)}`, { minimum: 1, maximum: most }),
    offset: whole(undefined, { minimum: 0 }),
    ids: listOf(textArg(), idsHint),
    related: listOf(textArg()),
    count_only: truth(),
    include_count: truth(),
    include_schema: truth(),
    continue: truth(),
  },
  required: ['table_name'],
  result: rowsResult,
  async run(service, args, session) {
    const resource = pathTo('_table', args.table_name)
    if (args.count_only === true) {
      const params = { ...paramsOf(args, ['filter']), count_only: 'true' }
      return { value: { rows: [], total: Number(await ask(session, { verb: 'GET', service, resource, params })) } }
    }
    const limit = Number(args.limit ?? Math.min(usualRows, most))
    const ids = idsInArguments(args)
    const params = {
      ...paramsOf(args, [...shaping, 'offset', 'include_count', 'include_schema', 'continue']),
      ...ids.params,
      // One more record shows whether there is another page.
      ...(args.ids === undefined && { limit: String(limit + 1) }),
    }
    const { payload } = ids
    const body = await ask(session, { verb: 'GET', service, resource, params, ...(payload && { payload }) })
    return page(body, args.ids === undefined ? limit : most, Number(args.offset ?? 0), session.longest)
  },
})

/** As much as fits of a page that was requested with one extra record. */
function page(body: unknown, limit: number, offset: number, longest: number): ToolAnswer {
  const found = listIn(body)
  const meta = isRecord(body) && isRecord(body.meta) ? body.meta : {}
  const rows = takeWithinBudget(found.slice(0, limit), longest)
  const hasMore = rows.length < found.length || typeof meta.next === 'number'
  return {
    value: {
      rows,
      ...(typeof meta.count === 'number' && { total: meta.count }),
      ...(isRecord(meta.schema) && { schema: cut(meta.schema, longest) }),
      ...(hasMore && { next_offset: offset + rows.length }),
    },
  }
}

const sumFunctions = ['SUM', 'COUNT', 'AVG', 'MIN', 'MAX']

const aggregate: ArgSchema = {
  type: 'object',
  properties: { function: textArg(undefined, { enum: sumFunctions }), field: textArg('* for COUNT'), alias: textArg() },
  required: ['function', 'field'],
}

interface Sum {
  /** The name in the request, and the name in the response. */
  readonly asked: string
  readonly answered: string
  readonly alias: string
}

export const aggregateData: ServiceVerb = {
  ...reads,
  name: 'aggregate_data',
  title: 'Sum up records',
  description: 'Counts, sums and averages of records, by group.',
  fields: {
    table_name: textArg(),
    aggregates: listOf(aggregate),
    group_by: listOf(textArg()),
    filter: textArg(),
  },
  required: ['table_name', 'aggregates'],
  result: rowsResult,
  async run(service, args, session) {
    const sums = sumsIn(args)
    const groups = listOfTexts(args.group_by)
    const fields = [...groups.map((name) => nameList([name])), ...sums.map(({ asked }) => asked)].join(',')
    const params = {
      ...paramsOf(args, ['filter']),
      fields,
      ...(groups.length > 0 && { group: nameList(groups) }),
    }
    const found = await askList(session, { verb: 'GET', service, resource: pathTo('_table', args.table_name), params })
    const rows = takeWithinBudget(
      found.map((row) => renamed(row, sums)),
      session.longest,
    )
    return { value: { rows, total: found.length } }
  },
}

function sumsIn({ aggregates }: Args): Sum[] {
  const list = Array.isArray(aggregates) ? aggregates.filter(isRecord) : []
  if (list.length === 0) throw new Problem(400, `'aggregates' must name at least one function.`)
  return list.map(({ function: name, field, alias }) => {
    const of = String(field).trim()
    if (/[(),;]/.test(of)) throw new Problem(400, `'${of}' is not a field.`)
    const answered = of === '*' ? `${String(name)}_ALL` : `${String(name)}_${of}`
    const wanted = typeof alias === 'string' && alias !== '' ? alias : answered
    return { asked: `${String(name)}(${of})`, answered, alias: wanted }
  })
}

function renamed(row: unknown, sums: readonly Sum[]): unknown {
  if (!isRecord(row)) return row
  const names = new Map(sums.map(({ answered, alias }) => [answered.toLowerCase(), alias]))
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]))
}
