import {
  type Document,
  documentId,
  idOf,
  keysOf,
  keyTexts,
  listedId,
  quoted,
} from '@millwright/connector/documents/document-database'
import { withoutMarks } from '@millwright/connector/documents/marked-values'
import { isNumber, matches } from '@millwright/connector/documents/match-document'
import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import {
  type BatchVerb,
  batchProblem,
  hasFailed,
  type Outcome,
  throwIfAborted,
  tryEach,
} from '../../../records/batch.ts'
import { type WriteOptions, writeOptions } from '../../../records/tables/request-options.ts'
import type { ApiResponse, Params } from '../../../request/api-request.ts'
import { noRecords, oneRecord } from '../../../request/body.ts'
import { flag, list } from '../../../request/params.ts'
import {
  conditionOf,
  type DocumentScope,
  documentNotFound,
  findOne,
  namedFields,
  rejectUnknownOptions,
  roleCondition,
} from './document-scope.ts'

/** The result of a write, and how to undo it. */
interface Written {
  readonly answer: Document
  undo(): Promise<unknown>
}

/** `POST`, `PUT`, `PATCH` and `DELETE` of `_table/{collection}` and of one document (docs/wire/documents.md). */
export async function writeDocuments(scope: DocumentScope, id: string | null): Promise<ApiResponse> {
  const { verb } = scope.request
  const sent = writeOptions(scope.request, { fields: [] })
  rejectUnknownOptions(sent.options, scope.keys)
  if (verb === 'POST') {
    if (id !== null) throw new Problem(400, 'Create records with POST on the table, not on an identifier.')
    if (sent.body.records.length === 0) throw noRecords()
    return createMany(scope, sent)
  }
  if (verb === 'DELETE') return id === null ? removeMany(scope, sent) : one(await remove(scope, sent.options, id))
  if (sent.body.records.length === 0) throw noRecords()
  if (id !== null) return one(await change(scope, sent.options, id, oneRecord(sent.body)))
  return changeMany(scope, sent)
}

async function createMany(scope: DocumentScope, sent: WriteOptions): Promise<ApiResponse> {
  const {
    options,
    batch: mode,
    body: { records },
  } = sent
  const checked =
    records.length < 2 ? [] : await tryEach(records.length, mode.goOn, async (at) => insertable(scope, records[at]))
  const documents = checked.flatMap((each) => ('done' in each ? [each.done] : []))
  const newIds = documents.length < 2 ? null : await scope.database.insertMany?.(scope.collection, documents)
  if (!newIds) {
    return batch(scope, sent, 'created', records.length, (at) => create(scope, options, records[at]))
  }
  const rest = [...newIds]
  const results = checked.map((each) => ('done' in each ? (rest.shift() ?? notWritten()) : each.problem))
  const failed = results.findIndex((each) => each instanceof Problem)
  const kept = failed < 0 || mode.goOn ? results : results.slice(0, failed + 1)
  for (const id of results.slice(kept.length)) {
    if (!(id instanceof Problem)) await scope.database.remove(scope.collection, String(id), null)
  }
  return batch(scope, sent, 'created', kept.length, async (at) => {
    const id = kept[at] ?? notWritten()
    if (id instanceof Problem) throw id
    return created(scope, options, id, Object(records[at]))
  })
}

const notWritten = () => new Problem(503, 'The database did not tell what it wrote.')

const one = ({ answer }: Written): ApiResponse => ({ status: 200, body: answer })

async function changeMany(scope: DocumentScope, sent: WriteOptions): Promise<ApiResponse> {
  const { options, body } = sent
  const ids =
    list(scope.request.params, 'ids') ??
    body.ids ??
    (options.filter?.trim() ? await idsThatMatch(scope, options) : null)
  if (ids !== null)
    return batch(scope, sent, 'updated', ids.length, (at) =>
      change(scope, options, documentId(ids[at], scope.keys.fields), body.records[0]),
    )
  return batch(scope, sent, 'updated', body.records.length, (at) => {
    const record = body.records[at]
    const { fields } = scope.keys
    if (!isRecord(record) || fields.some((key) => record[key] === undefined)) {
      throw new Problem(400, `A record needs ${quoted(fields)} to identify it.`)
    }
    return change(scope, options, documentId(record, fields), record)
  })
}

async function removeMany(scope: DocumentScope, sent: WriteOptions): Promise<ApiResponse> {
  const { options, body } = sent
  const { fields } = scope.keys
  const named = body.records.filter((record) => !isRecord(record) || fields.every((key) => record[key] !== undefined))
  const idList = list(scope.request.params, 'ids') ?? body.ids ?? (named.length > 0 ? named : null)
  const ids = idList ?? (options.filter?.trim() ? await idsThatMatch(scope, options) : null)
  if (ids !== null)
    return batch(scope, sent, 'deleted', ids.length, (at) => {
      return remove(scope, options, documentId(ids[at], fields), ids[at])
    })
  if (!flag(options, 'force')) throw new Problem(400, "To delete all documents, send 'force=true'.")
  await scope.database.clear(scope.collection, roleCondition(scope))
  return { status: 200, body: { success: true } }
}

async function idsThatMatch(scope: DocumentScope, options: Params): Promise<readonly unknown[]> {
  const where = conditionOf(scope, options)
  const { fields } = scope.keys
  const order = fields.map((field) => ({ field, descending: false }))
  const found = await scope.database.find(scope.collection, { where, fields, order, limit: scope.most, offset: 0 })
  return found.map((document) => keysOf(document, fields))
}

async function create(scope: DocumentScope, options: Params, input: unknown): Promise<Written> {
  const document = insertable(scope, input)
  return created(scope, options, await scope.database.insert(scope.collection, document), document)
}

function insertable(scope: DocumentScope, input: unknown): Document {
  const document = checkedDocument(input)
  rejectInvisible(scope, document)
  return document
}

/** `id`: as the database returned it; a database that makes keys has a single one. */
function created(scope: DocumentScope, options: Params, id: string | number, document: Document): Promise<Written> {
  const { fields } = scope.keys
  const key = fields.length === 1 ? { [fields[0]]: id } : keysOf(document, fields)
  return written(scope, options, key, () => scope.database.remove(scope.collection, String(id), null))
}

async function change(scope: DocumentScope, options: Params, id: string, input: unknown): Promise<Written> {
  const { database, collection } = scope
  const { fields: keys } = scope.keys
  const sent = checkedDocument(input)
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !keys.some((key) => key === name)))
  const texts = keyTexts(id, keys)
  const moved = keys.find((key, at) => sent[key] !== undefined && String(sent[key]) !== texts[at])
  if (moved !== undefined) throw new Problem(400, `'${moved}' of a document cannot be changed.`)
  const before = await findOne(scope, id, null)
  if (before === null) {
    if (scope.upserts && (await findOne({ ...scope, rows: null }, id, keys)) === null)
      return create(scope, options, {
        ...fields,
        ...Object.fromEntries(keys.map((key, at) => [key, sent[key] ?? texts[at]])),
      })
    throw documentNotFound(id)
  }
  rejectStale(scope, before, fields)
  rejectInvisible(scope, fields, before)
  if (Object.keys(fields).length > 0 && !(await database.update(collection, id, fields, roleCondition(scope))))
    throw documentNotFound(id)
  const names = Object.keys(fields).filter((name) => name !== scope.keys.revision)
  const undo = async () =>
    (await database.restore?.(collection, before, names)) ||
    database.update(collection, id, Object.fromEntries(names.map((name) => [name, before[name] ?? null])), null)
  return written(scope, options, keysOf(before, keys), undo)
}

async function remove(scope: DocumentScope, options: Params, id: string, input: unknown = null): Promise<Written> {
  const { database, collection } = scope
  const before = await findOne(scope, id, null)
  if (before !== null && isRecord(input)) rejectStale(scope, before, input)
  if (before === null || !(await database.remove(collection, id, roleCondition(scope)))) throw documentNotFound(id)
  const undo = async () => (await database.restore?.(collection, before, null)) || database.insert(collection, before)
  const fields = namedFields(options)
  return { answer: fields === null ? keysOf(before, scope.keys.fields) : answerOf(before, fields), undo }
}

/** Rejects writes that state another revision than the current one. */
function rejectStale({ keys: { revision } }: DocumentScope, before: Document, input: Document): void {
  if (revision === null || input[revision] === undefined || input[revision] === before[revision]) return
  throw new Problem(409, 'The document was changed in the meantime.')
}

/** Rejects writes that leave a document which the caller's role cannot see. `before`: the stored document that they change. */
function rejectInvisible(scope: DocumentScope, sent: Document, before: Document = {}): void {
  const own = roleCondition(scope)
  if (own === null) return
  const plain = { ...before, ...Object(withoutMarks(sent)) }
  const numbers = scope.keys.fields.flatMap((key) => (isNumber(String(plain[key])) ? [[key, Number(plain[key])]] : []))
  // A key that is sent as a text may be stored as a number.
  if (![plain, { ...plain, ...Object.fromEntries(numbers) }].every((each) => matches(each, own)))
    throw new Problem(403, 'The role does not allow a record with these values.')
}

async function written(
  scope: DocumentScope,
  options: Params,
  key: Document,
  undo: () => Promise<unknown>,
): Promise<Written> {
  if (options.fields === undefined) return { answer: key, undo }
  return { answer: (await findOne(scope, idOf(key, scope.keys.fields), namedFields(options))) ?? key, undo }
}

function answerOf(document: Document, fields: readonly string[]): Document {
  return Object.fromEntries(Object.entries(document).filter(([name]) => fields.includes(name)))
}

async function batch(
  { request, keys }: DocumentScope,
  { batch: { rollback, goOn }, options }: WriteOptions,
  verb: BatchVerb,
  count: number,
  attempt: (at: number) => Promise<Written>,
): Promise<ApiResponse> {
  const outcomes: Outcome<Written>[] = await tryEach(count, goOn, async (at) => {
    throwIfAborted(request)
    return attempt(at)
  })
  const done = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  if (hasFailed(outcomes)) {
    if (rollback) for (const each of done.toReversed()) await each.undo()
    throw batchProblem(outcomes, ({ answer }) => answer, verb, rollback)
  }
  const answers = done.map(({ answer }) => answer)
  return {
    status: 200,
    body: { resource: flag(options, 'as_list') ? answers.map((answer) => listedId(answer, keys.fields)) : answers },
  }
}

/** Extended JSON keys for values that plain JSON cannot represent. Each must be the only key of its object. */
const extended = new Set(['$oid', '$date', '$numberDecimal', '$numberLong', '$binary'])
const deepest = 90

/**
 * Validates a document from a request. Throws a 400 for names that a database could read as operators or paths, and for nesting
 * that is too deep.
 */
function checkedDocument(input: unknown): Document {
  if (!isRecord(input)) throw new Problem(400, 'A record must be an object.')
  check(input, 0)
  return input
}

function check(value: unknown, depth: number): void {
  if (depth > deepest) throw new Problem(400, `A document is nested at most ${deepest} deep.`)
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return
  if (Array.isArray(value)) {
    for (const each of value) check(each, depth + 1)
    return
  }
  const names = Object.keys(value)
  if (names.length === 1 && extended.has(names[0] ?? '') && depth > 0) return
  for (const [name, each] of Object.entries(value)) {
    if (name === '' || name.startsWith('$') || name.includes('.') || name.includes('\0')) {
      throw new Problem(
        400,
        `A field cannot have the name '${name.slice(0, 100)}': it must not begin with $ or contain dots.`,
      )
    }
    check(each, depth + 1)
  }
}
