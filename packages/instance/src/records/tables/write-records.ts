import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { listed, type ReturnedColumn } from '../write-statements.ts'
import { assignmentsOf, returnedColumns } from './assignments.ts'
import type { Draft } from './draft.ts'
import { recordNotFound } from './record-keys.ts'
import { SqlConstant } from './sql-constant.ts'
import { ofDeletion, withApiNames, withBrokenReference } from './violation-names.ts'
import { isOnlyAutomatic } from './write-fields.ts'
import { identifierOf, type RecordKey, type WriteScope } from './write-scope.ts'

/** Creates a record and returns its key, empty without identifying fields. Throws 403 if the role could not see the record. */
export async function insertRecord(session: Session, scope: WriteScope, sent: Draft): Promise<RecordKey> {
  const { sql, keys } = scope
  const draft = scope.table.rewritesInserts === true ? await numbered(session, scope, sent) : sent
  const written = assignmentsOf(scope.fields, draft, 'onInsert')
  if (written.name === '' && Object.keys(draft.body).length > 0 && !isOnlyAutomatic(scope.fields))
    throw new Problem(400, `The request sets none of the writable fields of '${scope.table.apiName}'.`)
  if (scope.permitted.rows !== null && keys.length === 0) throw roleViolation(scope)
  const returned = givesBack(scope, draft) ? returnedKeys(scope) : []
  const outcome = await run(session, scope, draft, { sql: sql.insert(written, 1, returned), values: written.values })
  const [row] = outcome.rows
  const key = keys.map((field): BoundValue => {
    if (row !== undefined) return asBound(row[field.apiName])
    const known = knownValue(scope, draft, field.name)
    return known ?? (field.autoIncrement ? outcome.insertedId : null)
  })
  if (outcome.changes === 0 && keys.length > 0 && !(await isPresent(session, scope, key))) throw dropped(scope)
  if (scope.permitted.rows !== null && !(await isPresent(session, scope, key))) throw roleViolation(scope)
  return key
}

/** Triggers can drop a row without an error, or store it elsewhere, as in tables that are partitioned by triggers. */
const dropped = ({ table }: WriteScope) =>
  new Problem(409, `The database did not store the record: a trigger of '${table.apiName}' dropped it.`)

/** Returns the draft with the next number of its key, for inserts that cannot return a generated one. */
async function numbered(session: Session, scope: WriteScope, draft: Draft): Promise<Draft> {
  const { nextNumber } = scope.context.engine.dialect
  const counted = scope.fields.all.find(({ field }) => field.autoIncrement && scope.keys.includes(field))
  if (nextNumber === null || counted === undefined || draft.slots[counted.index] !== undefined) return draft
  const { rows } = await session.run(nextNumber(scope.table.table, counted.field.name))
  const number = asBound(rows[0]?.number)
  return number === null ? draft : { ...draft, slots: draft.slots.with(counted.index, number) }
}

/** Creates several records of the same shape in one statement; returns `null` if the result of each cannot be determined. */
export async function insertRecords(
  session: Session,
  scope: WriteScope,
  drafts: readonly Draft[],
): Promise<readonly RecordKey[] | null> {
  const keys = await insertTogether(session, scope, drafts)
  if (keys === null || scope.permitted.rows === null) return keys
  const { rows } = await session.run(present(scope, keys))
  return rows.length === keys.length ? keys : null
}

async function insertTogether(
  session: Session,
  scope: WriteScope,
  drafts: readonly Draft[],
): Promise<readonly RecordKey[] | null> {
  const { sql, keys, fields, context } = scope
  const [first] = drafts
  if (first === undefined || (scope.permitted.rows !== null && keys.length === 0)) return null
  const values: BoundValue[] = []
  for (const draft of drafts) for (const value of assignmentsOf(fields, draft, 'onInsert').values) values.push(value)
  const returned = givesBack(scope, first) ? returnedKeys(scope) : []
  const { insertedIdStep } = context.engine.dialect
  const [only] = keys
  const isKnown = keys.length !== 1 || only === undefined || knownValue(scope, first, only.name) !== null
  if (returned.length === 0 && !isKnown && insertedIdStep === null) return null
  const text = sql.insert(assignmentsOf(fields, first, 'onInsert'), drafts.length, returned)
  const outcome = await session.run({ sql: text, values })
  if (returned.length > 0) {
    if (outcome.rows.length !== drafts.length) return null
    return outcome.rows.map((row) => keys.map((field) => asBound(row[field.apiName])))
  }
  if (isKnown || only === undefined) {
    return drafts.map((draft) => keys.map((field) => knownValue(scope, draft, field.name)))
  }
  if (insertedIdStep === null || !only.autoIncrement || outcome.insertedId === null) return null
  const step = await stepOf(session, insertedIdStep)
  const from = BigInt(outcome.insertedId)
  return drafts.map((_, position) => [plain(from + step * BigInt(position))])
}

/** Updates a record that is visible to the role; returns its new key, or `null` if it does not exist. */
export async function updateRecord(
  session: Session,
  scope: WriteScope,
  key: RecordKey,
  draft: Draft,
): Promise<RecordKey | null> {
  const written = assignmentsOf(scope.fields, draft, 'onUpdate')
  if (written.name === '') return (await isPresent(session, scope, key)) ? key : null
  const { changes } = await run(session, scope, draft, scope.sql.update(written, scope.rows, [key]))
  if (changes === 0 && !(await isPresent(session, scope, key))) return null
  const after = keyAfter(scope, key, draft)
  if (scope.permitted.rows !== null && !(await isPresent(session, scope, after))) throw roleViolation(scope)
  return after
}

/** Applies the same change to many records; returns `null` if it missed some, or would move one out of the role's rows. */
export async function updateRecords(
  session: Session,
  scope: WriteScope,
  keys: readonly RecordKey[],
  draft: Draft,
): Promise<readonly RecordKey[] | null> {
  const written = assignmentsOf(scope.fields, draft, 'onUpdate')
  if (written.name !== '') {
    const { changes } = await session.run(scope.sql.update(written, scope.rows, keys))
    if (changes === keys.length && scope.permitted.rows === null) return keys
  }
  const { rows } = await session.run(present(scope, keys))
  return rows.length === keys.length ? keys : null
}

/** Returns whether the record existed. */
export async function deleteRecord(session: Session, scope: WriteScope, key: RecordKey): Promise<boolean> {
  try {
    const ran = session.run(scope.sql.delete(scope.rows, [key]))
    return (ran instanceof Promise ? await ran : ran).changes > 0
  } catch (error) {
    throw withApiNames(ofDeletion(error), scope.table)
  }
}

/** Deletes these records; returns `false` if one of them did not exist. */
export async function deleteRecords(session: Session, scope: WriteScope, keys: readonly RecordKey[]): Promise<boolean> {
  return (await session.run(scope.sql.delete(scope.rows, keys))).changes === keys.length
}

/** Returns the statement for the keys of those records that exist, by the API names of their fields. */
export function present(scope: WriteScope, keys: readonly RecordKey[]): Statement {
  return scope.sql.select(keyList(scope), scope.rows, keys)
}

/** Returns the key fields as a select list. */
export function keyList(scope: WriteScope): string {
  return listed(returnedKeys(scope))
}

function returnedKeys({ context, keys }: WriteScope): ReturnedColumn[] {
  return returnedColumns(context.engine.dialect, keys)
}

export async function isPresent(session: Session, scope: WriteScope, key: RecordKey): Promise<boolean> {
  const { rows } = await session.run(present(scope, [key]))
  return rows.length > 0
}

export function missing({ keys }: WriteScope, key: RecordKey): Problem {
  const identifier: DatabaseRow = identifierOf(keys, key)
  const values = Object.values(identifier)
  return recordNotFound(values.length === 1 ? values[0] : identifier)
}

/** Returns the key after a change of its own fields. */
export function keyAfter(scope: WriteScope, key: RecordKey, draft: Draft): RecordKey {
  if (scope.keys.every(({ name }) => slotOf(scope, draft, name) === undefined)) return key
  return scope.keys.map((field, part) => knownValue(scope, draft, field.name, 'onUpdate') ?? key[part] ?? null)
}

async function run(session: Session, scope: WriteScope, draft: Draft, statement: Statement): Promise<Outcome> {
  try {
    const ran = session.run(statement)
    return ran instanceof Promise ? await ran : ran
  } catch (error) {
    const { engine, schema } = scope.context
    const refused = { engine, schema, session, fields: scope.fields, draft }
    throw withApiNames(await withBrokenReference(error, refused), scope.table, refused)
  }
}

/** Returns whether the insert must return the key: a generated number may be available without it, and sent values are known. */
function givesBack(scope: WriteScope, draft: Draft): boolean {
  const { engine } = scope.context
  if (scope.keys.length === 0 || engine.dialect.returning.insert === 'none') return false
  if (scope.table.rewritesInserts === true) return false
  if (!engine.dialect.returnsInsertedId) return true
  const [only] = scope.keys
  if (scope.keys.length === 1 && only?.autoIncrement === true && slotOf(scope, draft, only.name) === undefined)
    return false
  return scope.keys.some(({ name }) => knownValue(scope, draft, name) === null)
}

function slotOf({ fields }: WriteScope, { slots }: Draft, name: string): BoundValue | SqlConstant | undefined {
  const field = fields.all.find(({ field: each }) => each.name === name)
  return field === undefined ? undefined : slots[field.index]
}

/** Returns the value of a field in a draft, unless the database computes it. */
function knownValue(
  { fields }: WriteScope,
  { slots }: Draft,
  name: string,
  mode: 'onInsert' | 'onUpdate' = 'onInsert',
): BoundValue {
  const field = fields.all.find(({ field: each }) => each.name === name)
  const slot = field === undefined || field[mode] !== null ? undefined : slots[field.index]
  return slot === undefined || slot instanceof SqlConstant ? null : slot
}

async function stepOf(session: Session, sql: string): Promise<bigint> {
  const { rows } = await session.run({ sql, values: [] })
  return BigInt(String(rows[0]?.step ?? 1))
}

function plain(value: bigint): BoundValue {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function asBound(value: unknown): BoundValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value
    default:
      return value instanceof Uint8Array ? value : null
  }
}

export function roleViolation({ table }: WriteScope): Problem {
  return new Problem(403, `The role does not allow records of '${table.apiName}' with these values.`)
}
