import type { AddressInfo } from 'node:net'
import { createServer, type Socket, connect as to } from 'node:net'
import pg from 'pg'
import { createTestDatabase } from '../../../../testing/test-postgres.ts'

/** What Redshift's documentation lists as missing from PostgreSQL, or knows only in another form. */
const missing: readonly (readonly [what: string, in_: RegExp])[] = [
  ['RETURNING', /\breturning\b/i],
  ['ON CONFLICT', /\bon\s+conflict\b/i],
  ['savepoints', /\bsavepoint\b/i],
  ['row locks', /\bfor\s+(?:update|share|no\s+key)\b/i],
  ['arrays', /\bany\s*\(|\barray\b|\bunnest\b|::\s*\w+\[\]|\bgenerate_subscripts\b/i],
  ['LATERAL', /\blateral\b/i],
  ['FILTER', /\bfilter\s*\(/i],
  ['aggregates of JSON', /\bjsonb?_(?:agg|build|object)|\bjsonb\b|\b(?:string|array)_agg\b/i],
  ['sequences', /\b(?:nextval|setval|currval|lastval|pg_get_serial_sequence|pg_sequence)\b/i],
  [
    'columns of newer catalogues',
    /\battidentity|attgenerated|indnkeyatts|indisvalid|relispartition|conindid|typcollation/i,
  ],
  ['newer catalogues', /\bpg_(?:enum|collation|sequence|extension|range|partitioned_table)\b|\bto_regclass\b/i],
  ['several privileges in one text', /has_\w+_privilege\([^)]*'\s*\w+\s*,/i],
  ['a backslash that ends a literal', /(?<!\\)\\'/],
  ['scrolling cursors', /\bscroll\b/i],
  ['a number in FETCH without FORWARD', /^\s*fetch\s+\d/i],
  ['DEALLOCATE ALL', /\bdeallocate\s+all\b/i],
  ['functions of the leader node alone', /\bnow\s*\(|\bcurrent_time(?:stamp)?\b|\blocaltime(?:stamp)?\b|\bage\s*\(/i],
  ['texts that are cut', /\bas\s+text\s*\)|::\s*text\b/i],
  ['tables of constants', /\bfrom\s*\(\s*values\b/i],
]

/** Why Redshift would refuse a statement; `null` if nothing is known. */
export function missingInRedshift(sql: string): string | null {
  return missing.find(([, pattern]) => pattern.test(sql))?.[0] ?? null
}

export interface RedshiftStandIn {
  /** Settings of a service for it. */
  readonly config: Readonly<Record<string, unknown>>
  /** Statements that Redshift would refuse, until they are read. */
  takeRefused(): readonly string[]
  /** Throws if there are any that were not read. */
  close(): Promise<void>
}

/**
 * An empty PostgreSQL database behind a guard, which refuses what Redshift refuses, and has its functions.
 * @param tables statements that create the tables, as their owner would in Redshift
 */
export async function openRedshiftStandIn(tables: string): Promise<RedshiftStandIn> {
  const { url, drop } = await createTestDatabase()
  const address = new URL(url)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(functions)
  await owner.query(tables)
  await owner.end()
  const refused: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = to(Number(address.port || 5432), address.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.on(
      'data',
      guard(refused, (bytes) => database.write(bytes)),
    )
    database.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    config: {
      host: '127.0.0.1',
      port,
      username: address.username,
      database: address.pathname.slice(1),
      password: address.password,
      sslmode: 'disable',
    },
    takeRefused: () => refused.splice(0),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await drop()
      if (refused.length > 0) throw new Error(`Redshift would refuse: ${refused.join('; ')}`)
    },
  }
}

/** Passes the messages of a client on, whole; those with a refused statement get one that PostgreSQL refuses in its place. */
function guard(refused: string[], pass: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let held = Buffer.alloc(0)
  let begun = false
  return (chunk) => {
    held = Buffer.concat([held, chunk])
    while (true) {
      const head = begun ? 1 : 0
      if (held.length < head + 4) return
      const length = head + held.readInt32BE(head)
      if (held.length < length) return
      const message = held.subarray(0, length)
      held = held.subarray(length)
      pass(begun ? checked(message, refused) : message)
      begun = true
    }
  }
}

function checked(message: Buffer, refused: string[]): Buffer {
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind === 'B') noteSettings(message, refused)
  if (kind !== 'P' && kind !== 'Q') return message
  const from = kind === 'P' ? message.indexOf(0, 5) + 1 : 5
  const to = message.indexOf(0, from)
  const sql = message.toString('utf8', from, to)
  const why = missingInRedshift(sql)
  if (why === null) return message
  refused.push(`${why}: ${sql}`)
  const made = Buffer.concat([message.subarray(0, from), Buffer.from('REFUSED BY REDSHIFT'), message.subarray(to)])
  made.writeInt32BE(made.length - 1, 1)
  return made
}

/** The names of settings are bound, not written. */
function noteSettings(message: Buffer, refused: string[]): void {
  const names = message.toString('latin1').match(/\b(?:bytea_output|standard_conforming_strings)\b/g) ?? []
  for (const name of names) refused.push(`the setting ${name}`)
}

const functions = `
  CREATE FUNCTION getdate() RETURNS timestamp LANGUAGE sql AS 'SELECT LOCALTIMESTAMP';
  CREATE SEQUENCE identities;
  CREATE FUNCTION "identity"(integer, integer, text) RETURNS bigint LANGUAGE sql AS 'SELECT nextval(''identities'')';`
