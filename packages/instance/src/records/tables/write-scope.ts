import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { valueWriter } from '../../engines/values/value-writer.ts'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import type { BatchTarget } from '../batch-run.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { RecordsContext } from '../records-context.ts'
import type { KeyedRows, WriteStatements } from '../write-statements.ts'
import { keyedRows } from './described-model.ts'
import { type Draft, type DraftOptions, mentionsLookup } from './draft.ts'
import { type ChangeNotes, changeNotes, databasePlace } from './history/change-notes.ts'
import { type WriteFields, writeFieldsOf } from './write-fields.ts'

export type RecordKey = readonly BoundValue[]

/** A table in one write: with the caller's rights, and the fields by which the call identifies records. */
export interface WriteScope {
  readonly context: RecordsContext
  readonly request: ApiRequest
  readonly options: Params
  /** Includes the condition on rows before and after the write. */
  readonly permitted: PermittedTable
  readonly table: DescribedTable
  readonly fields: WriteFields
  readonly sql: WriteStatements
  /** Empty: records cannot be identified. */
  readonly keys: readonly DescribedField[]
  /** The rows that this call may change, identified by `keys`. */
  readonly rows: KeyedRows
  readonly draft: Omit<DraftOptions, 'creating'>
  /** `null`: no history is recorded for the call. */
  readonly notes: ChangeNotes | null
}

export async function writeScope(
  context: RecordsContext,
  request: ApiRequest,
  options: Params,
  permitted: PermittedTable,
  keys: readonly DescribedField[],
): Promise<WriteScope> {
  const { table } = permitted
  const { engine } = context
  const { caller, payload, payloadFormat, decimalComma = false } = request
  if (permitted.rows !== null && request.verb !== 'DELETE' && !engine.dialect.transactions)
    throw new Problem(
      403,
      'This database has no transactions, so records cannot be written with a role that has row filters.',
    )
  const fields = writeFieldsOf(engine, table)
  const lookups = mentionsLookup(payload) ? await context.lookupsOf(request) : null
  return {
    context,
    request,
    options,
    permitted,
    table,
    fields,
    sql: fields.statements,
    keys,
    rows: keyedRows(engine, permitted, keys),
    draft: {
      dialect: engine.dialect,
      textual: payloadFormat === 'csv' || payloadFormat === 'xml' || payloadFormat === 'form',
      decimalComma,
      userId: caller.user?.id ?? null,
      lookups,
    },
    notes: changeNotes(context, request, table),
  }
}

/** Returns a key for the response: the key fields by name. */
export function identifierOf(keys: readonly DescribedField[], key: RecordKey): DatabaseRow {
  const identifier: DatabaseRow = {}
  for (const [part, field] of keys.entries()) {
    const value = key[part] ?? null
    identifier[field.apiName] = value === null ? null : valueWriter(field)(value)
  }
  return identifier
}

/** Removes the key fields from a draft. */
export function forgetKey({ fields, keys }: WriteScope, { slots }: Draft): void {
  for (const { field, index } of fields.all) if (keys.includes(field)) slots[index] = undefined
}

/** Returns where the records of a call are written. */
export function batchPlace({ context, request, notes, table }: WriteScope): BatchTarget<Session> {
  const { engine, database } = context
  const place = databasePlace(engine, database, notes, request.isGivenUp)
  // Reading a row before or after its write takes several statements.
  return notes?.mustRead(table) === true ? { ...place, once: null } : place
}
