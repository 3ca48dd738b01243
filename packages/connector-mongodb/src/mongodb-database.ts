import type { Settings } from '@millwright/connector/config-values'
import type {
  Document,
  DocumentDatabase,
  DocumentFilter,
  DocumentQuery,
  FieldComparison,
} from '@millwright/connector/documents/document-database'
import { isNumber, likeExpression } from '@millwright/connector/documents/match-document'
import { Problem } from '@millwright/contract/problem'
import type { Collection, Db, MongoClient } from 'mongodb'
import { driver } from './driver.ts'
import { mongodbProblem } from './mongodb-problem.ts'
import { mongodbSettings } from './mongodb-settings.ts'
import { isHexId, isMoment, toBsonValue, toJsonDocument, toJsonValue } from './mongodb-values.ts'

/** Timeouts in milliseconds: for connecting, for a statement, and for any response. */
const patience = { connect: 5_000, statement: 20_000, answer: 30_000 }
/** Maximum size of the documents in a response, in bytes as the database stores them. */
const maxBytes = 64 * 1024 * 1024
const connections = 10

interface Kept {
  _id: unknown
  [name: string]: unknown
}

/** Opens a MongoDB database through the official driver (docs/wire/documents.md). */
export function open(config: Settings): DocumentDatabase {
  const { url, database, where } = mongodbSettings(config)
  let client: MongoClient | null = null

  async function reach<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      client ??= new driver.MongoClient(url, {
        serverSelectionTimeoutMS: patience.connect,
        connectTimeoutMS: patience.connect,
        socketTimeoutMS: patience.answer,
        maxPoolSize: connections,
        waitQueueTimeoutMS: patience.answer,
        maxIdleTimeMS: 60_000,
        appName: 'Millwright',
        ignoreUndefined: true,
      })
      return await work(client.db(database))
    } catch (error) {
      throw mongodbProblem(error, where)
    }
  }

  const on = <T>(collection: string, work: (documents: Collection<Kept>) => Promise<T>) =>
    reach((db) => work(db.collection<Kept>(collection)))

  return {
    collections: () =>
      reach(async (db) => {
        const found = await db.listCollections({}, { nameOnly: true, maxTimeMS: patience.statement }).toArray()
        return found
          .map(({ name }) => name)
          .filter((name) => !name.startsWith('system.'))
          .sort()
      }),

    async createCollection(name) {
      await reach((db) => db.createCollection(name))
    },

    dropCollection: (name) =>
      reach(async (db) => {
        const found = await db.listCollections({ name }, { nameOnly: true }).toArray()
        return found.length > 0 && db.dropCollection(name)
      }),

    find: (collection, query) => on(collection, (documents) => read(documents, query)),

    count: (collection, filter) =>
      on(collection, (documents) => documents.countDocuments(whereOf(filter), { maxTimeMS: patience.statement })),

    insert: (collection, document) =>
      on(collection, async (documents) => {
        const { _id, ...fields } = document
        const kept = Object(toBsonValue(fields))
        const { insertedId } = await documents.insertOne(_id === undefined ? kept : { _id: idOf(_id), ...kept })
        const id = toJsonValue(insertedId)
        return typeof id === 'number' ? id : String(id)
      }),

    update: (collection, id, fields, filter) =>
      on(collection, async (documents) => {
        const names = Object.keys(fields)
        const projection = Object.fromEntries(names.map((name) => [name, 1]))
        const before = await documents.findOne(withId(id, filter), {
          projection,
          maxTimeMS: patience.statement,
          promoteValues: true,
        })
        if (before === null) return false
        const set = Object.fromEntries(names.map((name) => [name, toBsonValue(fields[name], before[name])]))
        const { matchedCount } = await documents.updateOne(withId(id, filter), { $set: set })
        return matchedCount > 0
      }),

    remove: (collection, id, filter) =>
      on(collection, async (documents) => (await documents.deleteOne(withId(id, filter))).deletedCount > 0),

    async clear(collection, filter) {
      await on(collection, (documents) => documents.deleteMany(whereOf(filter)))
    },

    async close() {
      await client?.close()
    },
  }
}

async function read(
  documents: Collection<Kept>,
  { where, fields, order, limit, offset }: DocumentQuery,
): Promise<readonly Document[]> {
  const projection =
    fields === null
      ? {}
      : { _id: fields.includes('_id') ? 1 : 0, ...Object.fromEntries(fields.map((name) => [name, 1])) }
  const sort = order.map(({ field, descending }): [string, 1 | -1] => [field, descending ? -1 : 1])
  const cursor = documents.find(whereOf(where), {
    projection,
    sort,
    limit,
    skip: offset,
    maxTimeMS: patience.statement,
    promoteLongs: false,
  })
  const found: Document[] = []
  let bytes = 0
  for await (const document of cursor) {
    bytes += driver.BSON.calculateObjectSize(document)
    if (bytes > maxBytes)
      throw new Problem(
        413,
        'The documents exceed the maximum size of an answer. Ask for fewer, or for some of their fields.',
      )
    found.push(toJsonDocument(document))
  }
  return found
}

const whereOf = (filter: DocumentFilter | null) => (filter === null ? {} : queryOf(filter))

function withId(id: string, filter: DocumentFilter | null) {
  const byId = queryOf({ kind: 'in', negated: false, field: '_id', texts: [id] })
  return filter === null ? byId : { $and: [byId, queryOf(filter)] }
}

/** Text in the form of an `ObjectId` is converted to one. */
function idOf(rawId: unknown): unknown {
  return typeof rawId === 'string' && isHexId(rawId) ? toBsonValue({ $oid: rawId }) : toBsonValue(rawId)
}

type Query = Readonly<Record<string, unknown>>

/** Translates a condition into a MongoDB query. Only operators written here can occur in it. */
function queryOf(filter: DocumentFilter): Query {
  switch (filter.kind) {
    case 'and':
      return { $and: filter.operands.map(queryOf) }
    case 'or':
      return { $or: filter.operands.map(queryOf) }
    case 'null':
      return { [filter.field]: filter.negated ? { $ne: null } : { $eq: null } }
    case 'in': {
      const values = filter.texts.flatMap(meanings)
      return filter.negated ? present(filter.field, { $nin: values }) : { [filter.field]: { $in: values } }
    }
    case 'compare':
      return comparison(filter)
  }
}

const orders = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const

function comparison({ field, operator, text, negated }: FieldComparison): Query {
  if (operator === '=' || operator === '!=') {
    const values = meanings(text)
    const isNot = (operator === '!=') !== negated
    return isNot ? present(field, { $nin: values }) : { [field]: { $in: values } }
  }
  if (operator === '>' || operator === '>=' || operator === '<' || operator === '<=') {
    // MongoDB only compares values of the same type.
    return { $or: meanings(text).map((value) => ({ [field]: { [orders[operator]]: value } })) }
  }
  const pattern = likeExpression(operator, text)
  return negated ? present(field, { $not: pattern }) : { [field]: { $regex: pattern } }
}

/** As in SQL, a missing field matches no comparison, negated or not. */
const present = (field: string, condition: Query): Query => ({
  $and: [{ [field]: { $ne: null } }, { [field]: condition }],
})

/** All values that a text can represent. */
function meanings(text: string): unknown[] {
  return [
    text,
    ...(isNumber(text) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    ...(isHexId(text) ? [driver.ObjectId.createFromHexString(text)] : []),
    ...(isMoment(text) ? [new Date(text)] : []),
  ]
}
