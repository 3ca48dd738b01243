import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { amongCondition, type Condition } from '../where.ts'
import { noSuchRecord, type RelatedTarget } from '../write-related-rows.ts'
import { listed } from '../write-statements.ts'
import { returnedColumns } from './assignments.ts'
import { comparedField, keyedRows } from './described-model.ts'
import { type Draft, readDraft } from './draft.ts'
import { deleteNotedRecords, noteMany, recordsEach } from './history/noted-writes.ts'
import { readRecordKey } from './record-keys.ts'
import { ofDeletion, withApiNames } from './violation-names.ts'
import { writeFieldsOf } from './write-fields.ts'
import { forgetKey, identifierOf, type RecordKey, type WriteScope } from './write-scope.ts'

/** Writes a record with its related records. */
export interface RecordWriter {
  create(session: Session, scope: WriteScope, draft: Draft): Promise<RecordKey>
  /** Returns `null` if the record does not exist. */
  change(session: Session, scope: WriteScope, key: RecordKey, draft: Draft): Promise<RecordKey | null>
}

/** Returns another table of the same service, written in the same session with the caller's rights and row filters for it. */
export async function localTarget(
  session: Session,
  parent: WriteScope,
  name: string,
  writer: RecordWriter,
): Promise<RelatedTarget> {
  const { engine, schema } = parent.context
  const table = await schema.table(name)
  const scopeFor = (verb: Verb) => scopeOf(parent, table, verb)
  const [only] = table.primaryKey.length === 1 ? table.primaryKey : []
  const field = (wanted: string) => fieldOf(table, wanted)

  function having(values: DatabaseRow): Condition[] {
    return Object.entries(values).map(([each, value]) => {
      const found = field(each)
      const key = readRecordKey(engine, [found], value)
      return amongCondition(engine.dialect, comparedField(engine, found), key ?? [])
    })
  }

  return {
    label: table.apiName,
    key: only?.apiName ?? null,
    generatesKey: only?.autoIncrement === true,
    nameOf: (column) => field(column).apiName,
    allowsNull: (column) => field(column).allowNull,
    missing: (key) => noSuchRecord(table.apiName, key),
    async create(record) {
      const scope = await scopeFor('POST')
      const draft = readDraft(scope.fields, record, { ...scope.draft, creating: true })
      const key = await writer.create(session, scope, draft)
      return only === undefined ? undefined : identifierOf(scope.keys, key)[only.apiName]
    },
    async change(rawKey, record) {
      const scope = await scopeFor('PATCH')
      const key = readRecordKey(engine, scope.keys, rawKey)
      if (key === null) return false
      const draft = readDraft(scope.fields, record, { ...scope.draft, creating: false })
      forgetKey(scope, draft)
      return (await writer.change(session, scope, key, draft)) !== null
    },
    async find(values, wanted) {
      const scope = await scopeFor('GET')
      const fields = wanted.map(field)
      const { rows } = await session.run(
        scope.sql.selectWhere(listed(returnedColumns(engine.dialect, fields)), scope.rows, having(values)),
      )
      return rows.map((row) =>
        identifierOf(
          fields,
          fields.map(({ apiName }) => row[apiName] as BoundValue),
        ),
      )
    },
    async remove(values) {
      const scope = await scopeFor('DELETE')
      try {
        if (scope.notes?.mustRead(scope.table) === true) await removeNoted(session, scope, having(values))
        else await session.run(scope.sql.deleteWhere(scope.rows, having(values)))
      } catch (error) {
        throw withApiNames(ofDeletion(error), table)
      }
    },
  }
}

async function removeNoted(session: Session, scope: WriteScope, conditions: readonly Condition[]): Promise<void> {
  const { sql, rows, keys: fields } = scope
  const list = listed(returnedColumns(scope.context.engine.dialect, fields))
  const found = fields.length === 0 ? null : await session.run(sql.selectWhere(list, rows, conditions))
  if (found !== null && recordsEach(scope, found.rows.length)) {
    const keys = found.rows.map((row) => fields.map(({ apiName }) => row[apiName] as BoundValue))
    await deleteNotedRecords(session, scope, keys)
  } else {
    const { changes } = await session.run(sql.deleteWhere(rows, conditions))
    noteMany(scope, 'deleted', changes)
  }
}

const scopes = new WeakMap<WriteScope, Map<string, Promise<WriteScope>>>()

/** Created once for all records of a call. */
function scopeOf(parent: WriteScope, table: DescribedTable, verb: Verb): Promise<WriteScope> {
  let known = scopes.get(parent)
  if (known === undefined) {
    known = new Map()
    scopes.set(parent, known)
  }
  const name = `${verb} ${table.name}`
  const found = known.get(name) ?? makeScope(parent, table, verb)
  known.set(name, found)
  return found
}

/** Throws 403 if the caller lacks the rights. */
async function makeScope(parent: WriteScope, table: DescribedTable, verb: Verb): Promise<WriteScope> {
  const { context } = parent
  const permitted = await parent.permitted.other(verb, table)
  const request = { ...parent.request, verb, resource: `_table/${table.apiName}` }
  const fields = writeFieldsOf(context.engine, table)
  return {
    ...parent,
    request,
    permitted,
    table,
    fields,
    sql: fields.statements,
    keys: table.primaryKey,
    rows: keyedRows(context.engine, permitted, table.primaryKey),
  }
}

/** Finds a field by its name in the database or on the wire. */
function fieldOf(table: DescribedTable, name: string): DescribedField {
  const field = table.fields.find((each) => each.name === name) ?? table.fieldByName.get(name)
  if (field !== undefined) return field
  throw new Problem(400, `The relation refers to a field '${name}' that '${table.apiName}' no longer has.`)
}
