import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { Revert, RevertConflict, RevertedRow } from '@millwright/contract/records/data-history'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { isAsKept, opened } from './kept-row.ts'
import { type BrokenChain, type HistoryChange, type RowRevert, revertsOf } from './revert-plan.ts'
import { conflictsOf, putBack, type Refused, type RevertStep } from './revert-rows.ts'

/** Maximum number of entries per call. */
const most = 10_000
/** Maximum number of rows named in a response. */
const maxRows = 200

/** The table of an entry. */
export type ChangedTable = Pick<HistoryChange, 'service_id' | 'table_name'>

interface RevertParts {
  readonly parts: Pick<Parts, 'store' | 'vault'>
  readonly registry: Pick<Registry, 'find' | 'all'>
  readonly call: Forward
  /** Throws if the caller may not see the history of a table. */
  readonly admit: (table: ChangedTable) => Promise<void>
}

/**
 * Reverts changes of rows: those of the entries in `ids`, or all of one `write_id`. Rows changed since stay unchanged and are reported;
 * without `continue`, they prevent the whole revert. With `preview`, nothing is changed (docs/wire/data-history.md).
 */
export async function revert(request: ApiRequest, revertParts: RevertParts): Promise<Revert> {
  const { registry, call, admit } = revertParts
  const goOn = flag(request.params, 'continue')
  const changes = await chosen(request.payload, revertParts.parts)
  const tables = new Map(changes.map((change) => [`${change.service_id} ${change.table_name}`, change]))
  for (const change of tables.values()) await admit(change)
  const { rows, broken } = revertsOf(changes)
  const { steps, gone } = await stepsOf(rows, registry)
  const within: ApiRequest = { ...request, params: {}, headers: {}, payload: undefined, payloadFormat: 'none' }
  const refused = [...gone]
  for (const step of steps) refused.push(...(await conflictsOf(step, within, call)))
  if (flag(request.params, 'preview')) return answer(rows, broken, refused)
  if (!goOn && broken.length + refused.length > 0) {
    const found = answer(rows, broken, refused)
    throw new Problem(409, `Nothing was reverted: ${sentence(found)}`, { context: found })
  }
  const stay = new Set(refused.map(({ row }) => row))
  const changeSet = `revert:${randomUUID()}`
  let done = 0
  for (const { rows: all, ...step } of steps) {
    const left = all.filter((row) => !stay.has(row))
    if (left.length === 0) continue
    try {
      const kept = await putBack({ ...step, rows: left }, { request: within, call, changeSet, goOn })
      refused.push(...kept)
      done += left.length - kept.length
    } catch (error) {
      throw afterOthers(error, done)
    }
  }
  return answer(rows, broken, refused)
}

/** Adds the number of rows that stay reverted, as each step is a separate transaction. */
function afterOthers(error: unknown, done: number): unknown {
  if (!(error instanceof Problem) || done === 0) return error
  const message = `${error.message} ${done} other ${done === 1 ? 'row was' : 'rows were'} already reverted.`
  return new Problem(error.status, message, { code: error.code, context: error.context })
}

async function chosen(payload: unknown, { store, vault }: RevertParts['parts']): Promise<HistoryChange[]> {
  const { ids, write_id: writeId } = isRecord(payload) ? payload : {}
  const named = Array.isArray(ids) ? ids.map(Number) : null
  if (named?.some((id) => !Number.isSafeInteger(id) || id < 1) === true) {
    throw new Problem(400, "'ids' must be a list of the numbers of entries.")
  }
  if ((named === null) === (typeof writeId !== 'string')) {
    throw new Problem(
      400,
      "Name what to undo: either 'ids', a list of entries, or the 'write_id' of a whole write or import.",
    )
  }
  if ((named?.length ?? 0) > most) throw tooMany()
  const stored = store.db.selectFrom('data_history').selectAll().orderBy('id', 'desc')
  const found = []
  if (named === null)
    found.push(
      ...(await stored
        .where('write_id', '=', String(writeId))
        .limit(most + 1)
        .execute()),
    )
  else {
    const wanted = [...new Set(named)].sort((one, other) => other - one)
    for (let at = 0; at < wanted.length; at += maxRows) {
      found.push(...(await stored.where('id', 'in', wanted.slice(at, at + maxRows)).execute()))
    }
    if (found.length < wanted.length) throw new Problem(404, 'Some of these entries no longer exist.')
  }
  if (found.length === 0) throw new Problem(404, 'These entries no longer exist.')
  if (found.length > most) throw tooMany()
  return found.map((row) => ({ ...row, before: opened(row.before, vault), after: opened(row.after, vault) }))
}

const tooMany = () => new Problem(400, `At most ${most} row changes can be undone in one request.`)

/** Returns the steps in execution order: the latest changes are reverted first. */
async function stepsOf(
  rows: readonly RowRevert[],
  registry: RevertParts['registry'],
): Promise<{ steps: RevertStep[]; gone: Refused[] }> {
  const names = new Map((await registry.all()).map(({ id, name }) => [id, name]))
  const tables = new Map<number, readonly DescribedTable[] | null>()
  const steps: (RevertStep & { rows: RowRevert[] })[] = []
  const gone: Refused[] = []
  for (const row of rows) {
    const service = names.get(row.serviceId)?.toLowerCase()
    if (!tables.has(row.serviceId))
      tables.set(row.serviceId, service === undefined ? null : await tablesOf(service, registry))
    const table = tables.get(row.serviceId)?.find(({ name }) => name === row.table)
    if (service === undefined || table === undefined || table.primaryKey.length === 0) {
      gone.push({ row, message: 'The table no longer exists, or has no primary key.', fields: [] })
      continue
    }
    const last = steps.at(-1)
    if (last !== undefined && last.table === table && last.rows[0]?.action === row.action) last.rows.push(row)
    else steps.push({ service, table, rows: [row] })
  }
  return { steps, gone }
}

async function tablesOf(service: string, registry: RevertParts['registry']): Promise<readonly DescribedTable[] | null> {
  const found = await registry.find(service)
  return (await found?.service.tables?.(false)) ?? null
}

function answer(rows: readonly RowRevert[], broken: readonly BrokenChain[], refused: readonly Refused[]): Revert {
  const stay = new Set(refused.map(({ row }) => row))
  const back = rows.filter((row) => !stay.has(row))
  const conflicts = [
    ...broken.map(({ change, message, fields }): RevertConflict => {
      const { service_name: service, table_name: table, record_id } = change
      return { service, table, record_id, message, fields }
    }),
    ...refused.map(({ row, message, fields }): RevertConflict => {
      const { service, table, recordId } = row
      return { service, table, record_id: recordId, message, fields }
    }),
  ]
  return {
    count: back.length,
    rows: back.slice(0, maxRows).map(shown),
    conflict_count: conflicts.length,
    conflicts: conflicts.slice(0, maxRows),
  }
}

function shown({ service, table, recordId, action, expected, target, lost }: RowRevert): RevertedRow {
  const names = Object.keys(target ?? expected ?? {})
  const fields = action === 'modified' ? names.filter((name) => !isAsKept(target?.[name], expected?.[name])) : names
  return { service, table, record_id: recordId, action, fields, lost }
}

function sentence({ conflict_count: count, conflicts: [first] }: Revert): string {
  const rows = count === 1 ? 'one row' : `${count} rows`
  return `${rows} cannot be. ${first === undefined ? '' : `'${first.record_id ?? first.table}': ${first.message}`}`
}
