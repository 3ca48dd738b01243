import { Problem } from '@millwright/contract/problem'
import { ask, listIn, takeWithinBudget } from '../answers.ts'
import { type Args, listOf, object, textArg, truth } from '../args.ts'
import type { ToolAnswer, ToolSession } from '../tool.ts'
import type { ServiceVerb } from '../verb.ts'
import { idsHint, idsInArguments, paramsOf, pathTo } from './table-path.ts'

const writes = { category: 'database' } as const
const answered = { fields: listOf(textArg()), related: listOf(textArg()) }
const batch = { continue: truth(), rollback: truth() }
const options = ['fields', 'related', 'continue', 'rollback'] as const
const result = { properties: { rows: { type: 'array' } }, required: ['rows'] }

/** Tools that write records. `most`: maximum number of records that one call may change. */
export function writeVerbs(most: number): readonly ServiceVerb[] {
  function notTooMany(count: number, what: string): void {
    if (count > most)
      throw new Problem(400, `This would ${what} more records than are allowed at once: ${count}, at most ${most}.`)
  }

  /** Counts the records that match a filter. Throws if there are more than may be changed. */
  async function counted(service: string, args: Args, what: string, session: ToolSession): Promise<number> {
    const params = { ...paramsOf(args, ['filter']), count_only: 'true' }
    const resource = pathTo('_table', args.table_name)
    const count = Number(await ask(session, { verb: 'GET', service, resource, params }))
    notTooMany(count, what)
    return count
  }

  const createRecords: ServiceVerb = {
    ...writes,
    name: 'create_records',
    title: 'Create records',
    description: 'Makes records.',
    fields: { table_name: textArg(), records: listOf(object()), ...answered, ...batch },
    required: ['table_name', 'records'],
    result,
    effect: 'add',
    needs: { verb: 'POST', below: '_table' },
    foretell: async (service, args) => `Make ${countText(args.records)} in ${shown(service, args)}.`,
    async run(service, args, session) {
      const records = recordsIn(args)
      notTooMany(records.length, 'make')
      const resource = pathTo('_table', args.table_name)
      const params = paramsOf(args, options)
      return rowsOf(
        session,
        await ask(session, { verb: 'POST', service, resource, params, payload: { resource: records } }),
      )
    },
  }

  const updateRecords: ServiceVerb = {
    ...writes,
    name: 'update_records',
    title: 'Change records',
    description:
      'Changes records: each by the key that it has in records, or, with ids or filter, all of these as the one of records says.',
    fields: {
      table_name: textArg(),
      records: listOf(object()),
      ids: listOf(textArg(), idsHint),
      filter: textArg(),
      ...answered,
      ...batch,
    },
    required: ['table_name', 'records'],
    result,
    effect: 'change',
    needs: { verb: 'PATCH', below: '_table' },
    async foretell(service, args, session) {
      const count = await affected(service, args, session, 'change')
      return `Change ${countText(count)} in ${shown(service, args)}${because(args)}.`
    },
    async run(service, args, session) {
      await affected(service, args, session, 'change')
      const ids = idsInArguments(args)
      const params = { ...paramsOf(args, ['filter', ...options]), ...ids.params }
      const resource = pathTo('_table', args.table_name)
      const payload = { resource: recordsIn(args), ...ids.payload }
      return rowsOf(session, await ask(session, { verb: 'PATCH', service, resource, params, payload }))
    },
  }

  const deleteRecords: ServiceVerb = {
    ...writes,
    name: 'delete_records',
    title: 'Delete records',
    description: 'Deletes records by ids or filter; with force and neither of them, all.',
    fields: {
      table_name: textArg(),
      ids: listOf(textArg(), idsHint),
      filter: textArg(),
      force: truth(),
      ...answered,
      ...batch,
    },
    required: ['table_name'],
    result,
    effect: 'delete',
    needs: { verb: 'DELETE', below: '_table' },
    async foretell(service, args, session) {
      const count = await affected(service, args, session, 'delete')
      return `Delete ${countText(count)} from ${shown(service, args)}${because(args)}.`
    },
    async run(service, args, session) {
      await affected(service, args, session, 'delete')
      const { params: ids, payload } = idsInArguments(args)
      const params = { ...paramsOf(args, ['filter', 'force', ...options]), ...ids }
      const resource = pathTo('_table', args.table_name)
      const sent = payload === undefined ? {} : { payload }
      return rowsOf(session, await ask(session, { verb: 'DELETE', service, resource, params, ...sent }))
    },
  }

  /** Counts the records that an update or delete affects. Throws if it would affect all without saying so explicitly. */
  async function affected(
    service: string,
    args: Args,
    session: ToolSession,
    what: 'change' | 'delete',
  ): Promise<number> {
    const { ids, filter, force } = args
    if (Array.isArray(ids) && ids.length > 0) {
      notTooMany(ids.length, what)
      return ids.length
    }
    if (typeof filter === 'string' && filter.trim() !== '') return await counted(service, args, what, session)
    if (what === 'change') {
      const count = recordsIn(args).length
      notTooMany(count, what)
      return count
    }
    if (force !== true) throw new Problem(400, 'Name the records by ids or filter, or say force to delete all of them.')
    return await counted(service, { table_name: args.table_name }, what, session)
  }

  return [createRecords, updateRecords, deleteRecords]
}

function recordsIn({ records }: Args): readonly unknown[] {
  const list = Array.isArray(records) ? records : []
  if (list.length === 0) throw new Problem(400, `'records' is empty.`)
  return list
}

const shown = (service: string, { table_name }: Args) => `'${String(table_name)}' of '${service}'`

function countText(count: unknown): string {
  const number = Array.isArray(count) ? count.length : Number(count)
  return number === 1 ? '1 record' : `${number} records`
}

function because({ ids, filter }: Args): string {
  const text =
    Array.isArray(ids) && ids.length > 0 ? `with the ids ${ids.join(', ')}` : filter ? `where ${String(filter)}` : ''
  return text === '' ? '' : `, ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`
}

function rowsOf({ longest }: ToolSession, body: unknown): ToolAnswer {
  return { value: { rows: takeWithinBudget(listIn(body), longest) } }
}
