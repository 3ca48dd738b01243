import { type AddressInfo, createServer, type Socket } from 'node:net'
import { find } from 'mingo'
import { BSON, Decimal128, Long, ObjectId } from 'mongodb'

type Row = Record<string, unknown>
type Command = Row & { readonly $db?: string }

const headerLength = 16
const opMsg = 2013
const opQuery = 2004
const rowsAtOnce = 30

export interface MongodbStandIn {
  readonly port: number
  /** Milliseconds before each response. */
  delay: number
  close(): Promise<void>
}

/**
 * A stand-in for a MongoDB server: implements the documented wire protocol (OP_MSG, and OP_QUERY for the handshake) for the
 * commands that drivers send for documents. Queries run in memory with the package `mingo`.
 */
export async function openMongodbStandIn(): Promise<MongodbStandIn> {
  const databases = new Map<string, Map<string, Row[]>>()
  const sockets = new Set<Socket>()
  const own = { delay: 0 }

  function collectionsOf({ $db = '' }: Command): Map<string, Row[]> {
    const found = databases.get($db) ?? new Map<string, Row[]>()
    databases.set($db, found)
    return found
  }

  function documentsOf(command: Command, name: unknown): Row[] {
    const all = collectionsOf(command)
    const found = all.get(String(name)) ?? []
    all.set(String(name), found)
    return found
  }

  /** Remaining results by cursor, as no response holds many file chunks. */
  const waiting = new Map<number, Row[]>()
  let cursors = 0

  function begun(ns: string, rows: readonly Row[], batch: 'firstBatch' | 'nextBatch'): Row {
    const rest = rows.slice(rowsAtOnce)
    if (rest.length > 0) waiting.set(++cursors, rest)
    const id = rest.length > 0 ? Long.fromNumber(cursors) : Long.ZERO
    return { cursor: { id, ns, [batch]: rows.slice(0, rowsAtOnce).map(typed) } }
  }

  const commands: Readonly<Record<string, (command: Command) => Row>> = {
    hello: () => greeting,
    ismaster: () => greeting,
    ping: () => ({}),
    endSessions: () => ({}),
    saslStart: () => refused(18, 'Authentication failed.'),
    getMore(command) {
      const rest = waiting.get(Number(command.getMore)) ?? []
      waiting.delete(Number(command.getMore))
      return begun(`${command.$db}.${command.collection}`, rest, 'nextBatch')
    },
    killCursors(command) {
      for (const id of command.cursors as unknown[]) waiting.delete(Number(id))
      return {}
    },
    listIndexes: () => refused(26, 'ns does not exist'),
    createIndexes: () => ({}),
    listCollections(command) {
      const names = [...collectionsOf(command).keys()].map((name) => ({ name, type: 'collection' }))
      return cursor(`${command.$db}.$cmd.listCollections`, matching(names, command.filter))
    },
    create(command) {
      if (collectionsOf(command).has(String(command.create))) return refused(48, 'Collection already exists.')
      documentsOf(command, command.create)
      return {}
    },
    drop: (command) => (collectionsOf(command).delete(String(command.drop)) ? {} : refused(26, 'ns not found')),
    find(command) {
      const { filter, projection = {}, sort, skip = 0, limit = 0 } = command
      const rows = collectionsOf(command).get(String(command.find)) ?? []
      const found = find(rows, plain(filter) as Row, plain(projection) as Row)
      const sorted = sort === undefined ? found : found.sort(sort as Record<string, 1 | -1>)
      const page = sorted.all().slice(Number(skip), Number(limit) > 0 ? Number(skip) + Number(limit) : undefined)
      return begun(`${command.$db}.${command.find}`, page as Row[], 'firstBatch')
    },
    aggregate(command) {
      const [{ $match = {} }] = command.pipeline as [{ $match?: unknown }]
      const n = matching(collectionsOf(command).get(String(command.aggregate)) ?? [], $match).length
      return cursor(`${command.$db}.${command.aggregate}`, n === 0 ? [] : [{ _id: 1, n }])
    },
    insert(command) {
      const rows = documentsOf(command, command.insert)
      const given = (command.documents as Row[]).map((each) => plain(each) as Row)
      const taken = given.find(({ _id }) => rows.some((row) => row._id === _id))
      if (taken !== undefined)
        return { n: 0, writeErrors: [{ index: 0, code: 11_000, errmsg: 'E11000 duplicate key' }] }
      rows.push(...given)
      return { n: given.length }
    },
    update(command) {
      const [{ q, u }] = command.updates as [{ q: unknown; u: { $set: Row } }]
      const [row] = matching(collectionsOf(command).get(String(command.update)) ?? [], q)
      if (row !== undefined) Object.assign(row, plain(u.$set))
      return { n: row === undefined ? 0 : 1, nModified: row === undefined ? 0 : 1 }
    },
    delete(command) {
      const [{ q, limit }] = command.deletes as [{ q: unknown; limit: number }]
      const rows = collectionsOf(command).get(String(command.delete)) ?? []
      const gone = new Set(matching(rows, q).slice(0, limit === 1 ? 1 : undefined))
      rows.splice(0, rows.length, ...rows.filter((row) => !gone.has(row)))
      return { n: gone.size }
    },
  }

  function answer(command: Command): Row {
    const [name = ''] = Object.keys(command)
    const known = commands[name]
    return { ok: 1, ...(known === undefined ? refused(59, `no such command: '${name}'`) : known(command)) }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let pieces = Buffer.alloc(0)
    socket.on('data', (piece) => {
      pieces = Buffer.concat([pieces, piece])
      while (pieces.length >= headerLength && pieces.length >= pieces.readInt32LE(0)) {
        const message = pieces.subarray(0, pieces.readInt32LE(0))
        pieces = pieces.subarray(message.length)
        const reply = replyTo(message, answer)
        if (own.delay === 0) socket.write(reply)
        else setTimeout(() => socket.destroyed || socket.write(reply), own.delay).unref()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(own, {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

const greeting = {
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
}

const refused = (code: number, errmsg: string): Row => ({ ok: 0, code, errmsg })
const matching = (rows: readonly Row[], query: unknown): Row[] =>
  find([...rows], (plain(query) ?? {}) as Row).all() as Row[]
const cursor = (ns: string, firstBatch: readonly Row[]): Row => ({
  cursor: { id: Long.ZERO, ns, firstBatch: firstBatch.map(typed) },
})

function replyTo(message: Buffer, answer: (command: Command) => Row): Buffer {
  const id = message.readInt32LE(4)
  const kind = message.readInt32LE(12)
  if (kind === opQuery) {
    const at = message.indexOf(0, 20) + 9
    const body = BSON.serialize(answer(BSON.deserialize(message.subarray(at)) as Command))
    return withHeader(
      id,
      1,
      Buffer.concat([Buffer.from([8, 0, 0, 0]), Buffer.alloc(12), Buffer.from([1, 0, 0, 0]), body]),
    )
  }
  const body = BSON.serialize(answer(sectionsOf(message)))
  return withHeader(id, opMsg, Buffer.concat([Buffer.alloc(5), body]))
}

/** Parses the body section of a message and its document sequences, by name. */
function sectionsOf(message: Buffer): Command {
  let command: Command = {}
  const more: Row = {}
  let at = headerLength + 4
  while (at < message.length) {
    const section = message[at]
    const length = message.readInt32LE(at + 1)
    const bytes = message.subarray(at + 1, at + 1 + length)
    if (section === 0) command = BSON.deserialize(bytes, { bsonRegExp: false }) as Command
    else {
      const end = bytes.indexOf(0, 4)
      const documents: Row[] = []
      for (let from = end + 1; from < bytes.length; from += bytes.readInt32LE(from)) {
        documents.push(BSON.deserialize(bytes.subarray(from, from + bytes.readInt32LE(from))))
      }
      more[bytes.toString('utf8', 4, end)] = documents
    }
    at += 1 + length
  }
  return { ...command, ...more }
}

function withHeader(responseTo: number, kind: number, body: Buffer): Buffer {
  const header = Buffer.alloc(headerLength)
  header.writeInt32LE(headerLength + body.length, 0)
  header.writeInt32LE(responseTo, 8)
  header.writeInt32LE(kind, 12)
  return Buffer.concat([header, body])
}

const marks = { id: '\u0001id:', decimal: '\u0001decimal:' }

/** Converts types unknown to `mingo` to unique strings. */
function plain(value: unknown): unknown {
  if (value instanceof ObjectId) return marks.id + value.toHexString()
  if (value instanceof Decimal128) return marks.decimal + value.toString()
  if (value instanceof Long) return value.toNumber()
  if (Array.isArray(value)) return value.map(plain)
  if (
    typeof value !== 'object' ||
    value === null ||
    value instanceof Date ||
    value instanceof RegExp ||
    '_bsontype' in value
  )
    return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}

function typed(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(marks.id))
    return ObjectId.createFromHexString(value.slice(marks.id.length))
  if (typeof value === 'string' && value.startsWith(marks.decimal))
    return Decimal128.fromString(value.slice(marks.decimal.length))
  if (Array.isArray(value)) return value.map(typed)
  if (
    typeof value !== 'object' ||
    value === null ||
    value instanceof Date ||
    value instanceof RegExp ||
    '_bsontype' in value
  )
    return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typed(each)]))
}
