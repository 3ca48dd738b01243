import { batchCode, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { recordId, type StoredRow } from './kept-row.ts'
import { changedSince, type RowRevert } from './revert-plan.ts'

/** Rows of one table that are reverted by the same kind of write. */
export interface RevertStep {
  readonly service: string
  readonly table: DescribedTable
  readonly rows: readonly RowRevert[]
}

/** A row that is not reverted, with the reason. */
export interface Refused {
  readonly row: RowRevert
  readonly message: string
  readonly fields: readonly string[]
}

const rowsAtOnce = 500

/** Finds rows that have changed since, by ordinary reads of the same caller. */
export async function conflictsOf(step: RevertStep, request: ApiRequest, call: Forward): Promise<Refused[]> {
  const refused: Refused[] = []
  for (let at = 0; at < step.rows.length; at += rowsAtOnce) {
    const rows = step.rows.slice(at, at + rowsAtOnce)
    const present = await presentRows(step, rows, request, call)
    for (const [position, row] of rows.entries()) refused.push(...refusalOf(row, present[position] ?? null))
  }
  return refused
}

function refusalOf(row: RowRevert, present: StoredRow | null): Refused[] {
  const { expected } = row
  if (expected === null) {
    return present === null ? [] : [{ row, message: 'A row with this key exists again.', fields: [] }]
  }
  if (present === null) return [{ row, message: 'The row no longer exists.', fields: [] }]
  const fields = changedSince(expected, present)
  return fields.length === 0 ? [] : [{ row, message: changedLater(fields), fields }]
}

const changedLater = (fields: readonly string[]) => `Changed later: ${fields.join(', ')}.`

/** By column names; `null`: the row does not exist. */
async function presentRows(
  { service, table }: RevertStep,
  rows: readonly RowRevert[],
  request: ApiRequest,
  call: Forward,
): Promise<(StoredRow | null)[]> {
  const payload = { resource: rows.map((row) => onWire(table, keyOf(table, row))) }
  const names = table.fields.map(({ name, apiName }) => [name, apiName] as const)
  const asRow = (found: unknown): StoredRow | null => {
    if (!isRecord(found) || 'status_code' in found) return null
    return Object.fromEntries(names.flatMap(([name, api]) => (api in found ? [[name, found[api]]] : [])))
  }
  const readRequest = { ...request, verb: 'GET', service, resource: `_table/${table.apiName}` } as const
  const params = { continue: 'true', fields: '*' }
  try {
    const { body } = await call({ ...readRequest, params, payload, payloadFormat: 'json' })
    return isRecord(body) && Array.isArray(body.resource) ? body.resource.map(asRow) : []
  } catch (error) {
    const { resource, failed } = batchIn(error)
    return resource.map((found, at) => (failed.has(at) ? null : asRow(found)))
  }
}

/**
 * Reverts the changes of rows by ordinary writes of the same caller, which check each row again while it is locked. `goOn`: rejected rows
 * stay unchanged; otherwise one error rolls back all and is thrown.
 */
export async function putBack(
  step: RevertStep,
  { request, call, changeSet, goOn }: { request: ApiRequest; call: Forward; changeSet: string; goOn: boolean },
): Promise<Refused[]> {
  const { service, table, rows } = step
  const byId = new Map(rows.map((row) => [row.recordId, row]))
  const params = { change_set: changeSet, ...(goOn ? { continue: 'true' } : { rollback: 'true' }) }
  const expects: ApiRequest['expects'] = (name, key, present) => {
    const row = name === table.name ? byId.get(recordId(key)) : undefined
    const fields = row?.expected === undefined || row.expected === null ? [] : changedSince(row.expected, present)
    return fields.length === 0 ? null : new Problem(409, changedLater(fields), { context: { fields } })
  }
  const writeRequest = {
    ...request,
    service,
    resource: `_table/${table.apiName}`,
    payloadFormat: 'json',
    params,
    expects,
  } as const
  const write = async (verb: ApiRequest['verb'], payload: object, of: readonly RowRevert[]): Promise<Refused[]> => {
    try {
      await call({ ...writeRequest, verb, payload })
      return []
    } catch (error) {
      const { resource, failed } = batchIn(error)
      const refusals = [...failed].flatMap((at): Refused[] => {
        const row = of[at]
        const problem = resource[at]
        const message = isRecord(problem) ? String(problem.message) : 'The database refuses it.'
        return row === undefined ? [] : [{ row, message, fields: [] }]
      })
      const [first] = refusals
      if (goOn || first === undefined) return refusals
      throw new Problem(409, `Row '${first.row.recordId}' of '${table.apiName}' cannot be reverted: ${first.message}`)
    }
  }
  const [first] = rows
  if (first?.action === 'deleted') {
    return write('DELETE', { resource: rows.map((row) => onWire(table, keyOf(table, row))) }, rows)
  }
  if (first?.action === 'created') {
    return write('POST', { resource: rows.map(({ target }) => onWire(table, target ?? {})) }, rows)
  }
  const moved = rows.filter((row) => isMoved(table, row))
  const staying = rows.filter((row) => !isMoved(table, row))
  const refused =
    staying.length === 0
      ? []
      : await write('PATCH', { resource: staying.map(({ target }) => onWire(table, target ?? {})) }, staying)
  for (const row of moved) {
    const payload = { ids: [identifierOf(table, row)], resource: [onWire(table, row.target ?? {})] }
    refused.push(...(await write('PATCH', payload, [row])))
  }
  return refused
}

/** Returns whether the key of the row changes. */
function isMoved(table: DescribedTable, { expected, target }: RowRevert): boolean {
  return table.primaryKey.some(({ name }) => String(expected?.[name]) !== String(target?.[name]))
}

/** Returns the current or previous key of the row. */
function keyOf(table: DescribedTable, { expected, target }: RowRevert): StoredRow {
  return Object.fromEntries(table.primaryKey.map(({ name }) => [name, (expected ?? target)?.[name] ?? null]))
}

function identifierOf(table: DescribedTable, row: RowRevert): unknown {
  const key = onWire(table, keyOf(table, row))
  const values = Object.values(key)
  return values.length === 1 ? values[0] : key
}

/** Renames columns to API names; omits columns that the table no longer has, and computed ones. */
function onWire(table: DescribedTable, row: StoredRow): Record<string, unknown> {
  const fields = table.fields.filter(({ name, generated }) => !generated && Object.hasOwn(row, name))
  return Object.fromEntries(fields.map(({ name, apiName }) => [apiName, row[name]]))
}

interface BatchContext {
  readonly resource: readonly unknown[]
  readonly failed: ReadonlySet<number>
}

/** Returns the results of a batch; rethrows other errors. */
function batchIn(error: unknown): BatchContext {
  if (!(error instanceof Problem) || error.code !== batchCode || !isRecord(error.context)) throw error
  const { resource, error: positions } = error.context
  const failed = Array.isArray(positions) ? positions.filter((at) => typeof at === 'number') : []
  return { resource: Array.isArray(resource) ? resource : [], failed: new Set(failed) }
}
