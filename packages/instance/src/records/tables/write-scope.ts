import { Problem } from '@millwright/contract/problem'
import type { Session } from '../../engines/engine.ts'
import type { BoundValue, DatabaseRow } from '../../engines/statement.ts'
import { valueWriter } from '../../engines/values/value-writer.ts'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import type { BatchPlace } from '../batch-run.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { RecordsContext } from '../records-context.ts'
import type { KeyedRows, WriteStatements } from '../write-statements.ts'
import { keyedRows } from './described-model.ts'
import { type Draft, type DraftOptions, mentionsLookup } from './draft.ts'
import { type ChangeNotes, changeNotes, databasePlace } from './history/change-notes.ts'
import { type WriteFields, writeFieldsOf } from './write-fields.ts'

export type RecordKey = readonly BoundValue[]

/** A table as one call writes it: with the caller's rights and by the fields that the call tells records apart with. */
export interface WriteScope {
  readonly context: RecordsContext
  readonly request: ApiRequest
  readonly options: Params
  /** Has the condition on the rows that this call may touch and leave behind. */
  readonly permitted: PermittedTable
  readonly table: DescribedTable
  readonly fields: WriteFields
  readonly sql: WriteStatements
  /** Empty: nothing tells the records apart. */
  readonly keys: readonly DescribedField[]
  /** What of the table this call may touch, by those fields. */
  readonly rows: KeyedRows
  readonly draft: Omit<DraftOptions, 'creating'>
  /** Null: no history of what the call changes is kept. */
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
  const { caller, payload, payloadFormat } = request
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
      userId: caller.user?.id ?? null,
      lookups,
    },
    notes: changeNotes(context, request, table),
  }
}

/** An identifier as it is answered: the fields of the key by name. */
export function identifierOf(keys: readonly DescribedField[], key: RecordKey): DatabaseRow {
  const identifier: DatabaseRow = {}
  for (const [part, field] of keys.entries()) {
    const value = key[part] ?? null
    identifier[field.apiName] = value === null ? null : valueWriter(field)(value)
  }
  return identifier
}

/** Leaves the fields of the key as they are. */
export function forgetKey({ fields, keys }: WriteScope, { slots }: Draft): void {
  for (const { field, index } of fields.all) if (keys.includes(field)) slots[index] = undefined
}

/** Where the records of a call are written. */
export function batchPlace({ context, request, notes, table }: WriteScope): BatchPlace<Session> {
  const { engine, database } = context
  const place = databasePlace(engine, database, notes, request.isGivenUp)
  // A row that is looked at around its write takes several statements.
  return notes?.looksAt(table) === true ? { ...place, once: null } : place
}
