import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import { type Body, readBody } from '../../request/body.ts'
import { flag } from '../../request/params.ts'
import type { BatchOptions } from '../batch.ts'
import type { DescribedTable } from '../described-table.ts'
import { readOptions } from './read-options.ts'

/** The options and body of a write (docs/wire/table-writes.md). */
export interface WriteOptions {
  /** Options of the query, and of a body that is not a bare record; by their canonical names. */
  readonly options: Params
  readonly body: Body
  readonly batch: BatchOptions
}

/** Options that reads do not have. */
const ofWrites = ['rollback', 'force', 'allow_related_delete'] as const

/**
 * Throws for `rollback` together with `continue`, before anything is written. `fields`: those of the table, whose names can be those of
 * options.
 */
export function writeOptions(request: ApiRequest, { fields }: Pick<DescribedTable, 'fields'>): WriteOptions {
  const { params, payload, verb } = request
  const isBare = verb !== 'DELETE' && isBareRecord(payload, fields)
  const carried = (!isBare && carriesOptions(payload)) || (verb === 'DELETE' && isRecord(payload)) ? payload : undefined
  const read = readOptions({ params, payload: carried })
  const options = carried === undefined ? read : withFlags(read, carried)
  const batch = { rollback: flag(options, 'rollback'), goOn: flag(options, 'continue') }
  if (batch.rollback && batch.goOn) {
    throw new Problem(400, "The options 'rollback' and 'continue' are mutually exclusive.")
  }
  return { options, body: isBare ? { records: [payload], ids: null } : readBody(payload), batch }
}

/** A bare record cannot carry options: its members are fields. */
function carriesOptions(payload: unknown): payload is Record<string, unknown> {
  return isRecord(payload) && (Object.hasOwn(payload, 'resource') || Object.hasOwn(payload, 'ids'))
}

/** Whether members named `resource` or `ids` are fields, as the table has them. */
function isBareRecord(payload: unknown, fields: DescribedTable['fields']): boolean {
  if (!isRecord(payload) || typeof payload.resource === 'object') return false
  const named = ['resource', 'ids'].filter((name) => Object.hasOwn(payload, name))
  return named.length > 0 && named.every((name) => fields.some(({ apiName }) => apiName === name))
}

function withFlags(options: Params, carried: object): Params {
  const added: Record<string, string> = { ...options }
  for (const [name, value] of Object.entries(carried)) {
    const isOne = ofWrites.some((each) => each === name) && added[name] === undefined
    if (isOne && value !== null && typeof value !== 'object') added[name] = String(value)
  }
  return added
}
