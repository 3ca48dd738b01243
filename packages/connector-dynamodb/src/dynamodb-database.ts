import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '@millwright/connector/config-values'
import {
  type Document,
  type DocumentDatabase,
  type DocumentFilter,
  type DocumentQuery,
  idOf,
  keyTexts,
} from '@millwright/connector/documents/document-database'
import { isNumeric, matches } from '@millwright/connector/documents/match-document'
import { type SizedDocument, selectDocuments } from '@millwright/connector/documents/select-documents'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type Content, DynamodbClient, type DynamodbTools, isRefusal } from './dynamodb-client.ts'
import { keysIn, outermostFields, Placeholders, readRequest } from './dynamodb-reads.ts'
import { dynamodbSettings } from './dynamodb-settings.ts'
import { DynamodbTables } from './dynamodb-tables.ts'
import {
  type AttributeValue,
  type Item,
  isItem,
  keyValue,
  type TableKey,
  toDocument,
  toItem,
} from './dynamodb-values.ts'

/** Items in a request, and requests at a time. */
const most = { read: 100, deleted: 25, atOnce: 8 }
const attempts = 5

interface Found extends SizedDocument {
  readonly item: Item
}

/** Opens the tables of DynamoDB in an account and a region (docs/wire/documents.md). */
export function open(config: Settings, tools: DynamodbTools): DocumentDatabase {
  const client = new DynamodbClient(dynamodbSettings(config), tools)
  const tables = new DynamodbTables(client)
  /** What documents were in DynamoDB, whose types they do not tell. */
  const origins = new WeakMap<Document, Item>()

  function itemsIn(list: unknown): Found[] {
    if (!Array.isArray(list) || !list.every(isItem)) throw client.unavailable()
    return list.map((item) => {
      const document = toDocument(item)
      origins.set(document, item)
      return { item, document, bytes: JSON.stringify(item).length }
    })
  }

  /** Reads or deletes items by their keys, and asks again for those that DynamoDB left. */
  async function inBatches(action: string, name: string, all: readonly Content[], size: number): Promise<Content[]> {
    const answers: Content[] = []
    const [left, wrap] =
      action === 'BatchGetItem'
        ? (['UnprocessedKeys', (part: readonly Content[]) => ({ Keys: part, ConsistentRead: true })] as const)
        : (['UnprocessedItems', (part: readonly Content[]) => part.map((Key) => ({ DeleteRequest: { Key } }))] as const)
    for (let at = 0; at < all.length; at += size) {
      let pending: unknown = { [name]: wrap(all.slice(at, at + size)) }
      for (let attempt = 1; isRecord(pending) && Object.keys(pending).length > 0; attempt += 1) {
        if (attempt > attempts)
          throw new Problem(503, `The ${client.settings.where} currently accepts no more requests.`)
        if (attempt > 1) await pause(2 ** attempt * 25)
        const answer = await client.act(action, { RequestItems: pending }).catch((error: unknown) => {
          throw tables.missing(name, error)
        })
        answers.push(answer)
        pending = answer[left]
      }
    }
    return answers
  }

  async function byKeys(
    name: string,
    keys: readonly TableKey[],
    values: readonly AttributeValue[][],
  ): Promise<Found[]> {
    const distinct = new Map(values.map((each) => [JSON.stringify(each), keyOf(keys, each)]))
    const answers = await inBatches('BatchGetItem', name, [...distinct.values()], most.read)
    return answers.flatMap(({ Responses }) => (isRecord(Responses) ? itemsIn(Responses[name] ?? []) : []))
  }

  async function* items(name: string, query: DocumentQuery): AsyncGenerator<Found> {
    const keys = await tables.keys(name)
    const values = query.where === null ? null : keysIn(query.where, keys)
    if (values !== null) return yield* await byKeys(name, keys, values)
    const request = readRequest(query, keys)
    if (request === null) return
    try {
      for await (const { Items } of client.pages(request.action, { TableName: name, ...request.body }))
        yield* itemsIn(Items)
    } catch (error) {
      throw tables.missing(name, error)
    }
  }

  async function itemOf(name: string, id: string, where: DocumentFilter | null): Promise<Found | null> {
    const keys = await tables.keys(name)
    const fields = keys.map((key) => key.name)
    const values = keyTexts(id, fields).map((text, at) => keys[at] && keyValue(text, keys[at]))
    const present = values.filter((value) => value !== null && value !== undefined)
    if (present.length < keys.length) return null
    const [found] = await byKeys(name, keys, [present])
    return found === undefined || (where !== null && !matches(found.document, where)) ? null : found
  }

  /**
   * Writes one item that matches, if the fields of the condition have not changed since it was read, and again if they have. `false` if none
   * matches.
   */
  async function writeTo(
    name: string,
    { id, where }: { readonly id: string; readonly where: DocumentFilter | null },
    work: (found: Found, places: Placeholders) => { readonly action: string; readonly update?: string },
  ): Promise<boolean> {
    const keys = await tables.keys(name)
    for (let attempt = 1; ; attempt += 1) {
      const found = await itemOf(name, id, where)
      if (found === null) return false
      const places = new Placeholders()
      const { action, update } = work(found, places)
      const condition = unchanged(found.item, [...keys.map((key) => key.name), ...outermostFields(where)], places)
      const Key = Object.fromEntries(keys.map((key) => [key.name, found.item[key.name]]))
      const expressions = { ConditionExpression: condition, ...(update !== undefined && { UpdateExpression: update }) }
      try {
        await tables.act(name, action, { Key, ...expressions, ...places.members(condition, update ?? '') })
        return true
      } catch (error) {
        if (!isRefusal(error, 'ConditionalCheckFailedException')) throw error
        if (attempt === attempts) throw new Problem(409, 'The document was changed in the meantime.')
      }
    }
  }

  const remove = (name: string, id: string, where: DocumentFilter | null) =>
    writeTo(name, { id, where }, () => ({ action: 'DeleteItem' }))

  /** Inserts one document, and returns its identifier. */
  async function insert(name: string, newDocument: Document): Promise<string | number> {
    const keys = await tables.keys(name)
    const [hash] = keys
    const isMade = keys.length === 1 && hash.type === 'S' && newDocument[hash.name] === undefined
    const document = isMade ? { ...newDocument, [hash.name]: randomUUID().replaceAll('-', '') } : newDocument
    const item = { ...toItem(document), ...keyItem(document, keys) }
    await putNew(name, item, hash)
    const stored = toDocument(item)
    const key = stored[hash.name]
    return keys.length === 1 && typeof key === 'number'
      ? key
      : idOf(
          stored,
          keys.map((each) => each.name),
        )
  }

  async function putNew(name: string, item: Item, hash: TableKey): Promise<void> {
    const places = new Placeholders()
    const condition = `attribute_not_exists(${places.name(hash.name)})`
    try {
      await tables.act(name, 'PutItem', { Item: item, ConditionExpression: condition, ...places.members(condition) })
    } catch (error) {
      if (!isRefusal(error, 'ConditionalCheckFailedException')) throw error
      throw new Problem(409, 'A document with this identifier already exists.')
    }
  }

  return {
    async keys(name) {
      const keys = await tables.keys(name)
      const [hash, ...range] = keys.map((key) => key.name)
      const generated = range.length === 0 && keys[0].type === 'S'
      return { fields: [hash ?? '', ...range], generated, sorted: false, revision: null }
    },

    collections: () => tables.names(),
    createCollection: (name, declared) => tables.create(name, declared),
    dropCollection: (name) => tables.drop(name),

    find: (name, query) => selectDocuments(items(name, query), query, query.order.length === 0),

    async count(name, where) {
      let count = 0
      const query = { where, fields: [], order: [], limit: Number.POSITIVE_INFINITY, offset: 0 }
      if (where === null) {
        for await (const { Count } of client.pages('Scan', {
          TableName: name,
          Select: 'COUNT',
          ConsistentRead: true,
        })) {
          count += Number(Count)
        }
        return count
      }
      for await (const { document } of items(name, query)) if (matches(document, where)) count += 1
      return count
    },

    insert,

    async insertMany(name, documents) {
      const results: (string | number | Problem)[] = []
      for (let at = 0; at < documents.length; at += most.atOnce) {
        const part = documents.slice(at, at + most.atOnce).map((document) =>
          insert(name, document).catch((error: unknown) => {
            if (error instanceof Problem) return error
            throw error
          }),
        )
        results.push(...(await Promise.all(part)))
      }
      return results
    },

    update: (name, id, fields, where) =>
      writeTo(name, { id, where }, ({ item }, places) => {
        const sets = Object.entries(toItem(fields, item)).map(
          ([field, value]) => `${places.name(field)} = ${places.value(value)}`,
        )
        return { action: 'UpdateItem', update: `SET ${sets.join(', ')}` }
      }),

    remove,

    async restore(name, before, fields) {
      const item = origins.get(before)
      const keys = await tables.keys(name)
      if (item === undefined) return false
      if (fields === null) {
        await putNew(name, item, keys[0])
        return true
      }
      const id = idOf(
        before,
        keys.map((key) => key.name),
      )
      return writeTo(name, { id, where: null }, (_, places) => {
        const old = fields.filter((field) => Object.hasOwn(item, field))
        const added = fields.filter((field) => !Object.hasOwn(item, field))
        const sets = old.map((field) => `${places.name(field)} = ${places.value(item[field] ?? { NULL: true })}`)
        const removed = added.map((field) => places.name(field))
        const parts = [
          sets.length > 0 && `SET ${sets.join(', ')}`,
          removed.length > 0 && `REMOVE ${removed.join(', ')}`,
        ]
        return { action: 'UpdateItem', update: parts.filter(Boolean).join(' ') }
      })
    },

    async clear(name, where) {
      const keys = await tables.keys(name)
      const names = keys.map((key) => key.name)
      const found: Found[] = []
      const query = { where, fields: names, order: [], limit: Number.POSITIVE_INFINITY, offset: 0 }
      for await (const each of items(name, query)) if (where === null || matches(each.document, where)) found.push(each)
      if (where === null) {
        const all = found.map(({ item }) => Object.fromEntries(names.map((key) => [key, item[key]])))
        await inBatches('BatchWriteItem', name, all, most.deleted)
        return
      }
      for (const { document } of found) await remove(name, idOf(document, names), where)
    },

    async close() {
      client.close()
    },
  }
}

const keyOf = (keys: readonly TableKey[], values: readonly AttributeValue[]) =>
  Object.fromEntries(keys.map((key, at) => [key.name, values[at]]))

/** The keys of a new document by their types in the table. Throws a 400 for one that is missing or of another type. */
function keyItem(document: Document, keys: readonly TableKey[]): Item {
  const values = keys.map((key) => {
    const rawValue = document[key.name]
    const value = typeof rawValue === 'string' || isNumeric(rawValue) ? keyValue(String(rawValue), key) : null
    if (value === null) {
      throw new Problem(400, `'${key.name}' is a key, and must be ${key.type === 'N' ? 'a number' : 'a text'}.`)
    }
    return [key.name, value] as const
  })
  return Object.fromEntries(values)
}

/** The condition that these fields are as they were read. */
function unchanged(item: Item, names: readonly string[], places: Placeholders): string {
  const parts = [...new Set(names)].map((name) => {
    const before = Object.hasOwn(item, name) ? item[name] : undefined
    const place = places.name(name)
    return before === undefined ? `attribute_not_exists(${place})` : `${place} = ${places.value(before)}`
  })
  return parts.join(' AND ')
}
