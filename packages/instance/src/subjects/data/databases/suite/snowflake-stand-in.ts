import { createHash, createPublicKey, type KeyObject, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { createTestDatabase } from '../../../../testing/test-postgres.ts'
import { type StandInColumn, snowflakeCells } from './snowflake-cells.ts'
import { asPostgres, snowflakeViews } from './snowflake-sql.ts'

interface Body {
  readonly statement: string
  readonly database: string
  readonly bindings?: Readonly<Record<string, { readonly type: string; readonly value: string | null }>>
}

interface Answer {
  readonly columns: readonly StandInColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
  readonly changes: Record<string, number>
}

export interface SnowflakeStandIn {
  readonly port: number
  close(): Promise<void>
}

const rowsInPartition = 2
const user = 'ACME.CLERK'
const codes: Readonly<Record<string, string>> = {
  '22001': '100078',
  '22003': '100039',
  '22007': '100040',
  '22P02': '100038',
  '23502': '100072',
  '23505': '200001',
  '42501': '003001',
  '42601': '001003',
  '42P01': '002003',
}

/**
 * Responds like the documented SQL API of Snowflake: verifies tokens with the user's public key, reports every fourth statement as still
 * running, and returns results in partitions. Statements run on PostgreSQL, whose SQL is mostly compatible.
 */
export async function openSnowflakeStandIn(publicKey: KeyObject): Promise<SnowflakeStandIn> {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => (value: unknown) => value } })
  client.on('error', () => {})
  await client.connect()
  for (const view of snowflakeViews) await client.query(view)
  const answers = new Map<string, Answer>()
  let asked = 0

  async function run({ statement, bindings = {} }: Body): Promise<Answer> {
    const values = Object.values(bindings).map(({ type, value }) =>
      type === 'BINARY' && value !== null ? `\\x${value}` : value,
    )
    const found = await client.query({ text: asPostgres(statement), values, rowMode: 'array' })
    const { rows, columns } = snowflakeCells(found.fields, found.rows)
    const name = { INSERT: 'numRowsInserted', UPDATE: 'numRowsUpdated', DELETE: 'numRowsDeleted' }[found.command]
    return { columns, rows, changes: name === undefined ? {} : { [name]: found.rowCount ?? 0 } }
  }

  function resultOf(handle: string, { columns, rows, changes }: Answer): object {
    const partitions = Math.max(1, Math.ceil(rows.length / rowsInPartition))
    return {
      resultSetMetaData: {
        numRows: rows.length,
        format: 'jsonv2',
        rowType: columns,
        partitionInfo: Array.from({ length: partitions }, (_, at) => ({ rowCount: portion(rows, at).length })),
      },
      data: portion(rows, 0),
      code: '090001',
      sqlState: '00000',
      statementHandle: handle,
      stats: changes,
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://snowflake.test')
    if (!isUser(request, publicKey)) return say(401, { code: '390144', message: 'JWT token is invalid.' })
    const [, handle] = /^\/api\/v2\/statements\/([\w-]+)$/.exec(pathname) ?? []
    const known = answers.get(handle ?? '')
    if (request.method === 'GET' && handle !== undefined && known !== undefined) {
      const number = searchParams.get('partition')
      if (number === null) return say(200, resultOf(handle, known))
      const zipped = gzipSync(JSON.stringify({ data: portion(known.rows, Number(number)) }))
      return void response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(zipped)
    }
    if (request.method !== 'POST' || pathname !== '/api/v2/statements') return say(404, { message: 'Not found' })
    const body: Body = JSON.parse(await text(request))
    if (body.database !== 'SHOP') return say(422, { code: '002043', message: 'Object does not exist' })
    const made = randomUUID()
    try {
      const result = await run(body)
      answers.set(made, result)
      asked += 1
      if (asked % 4 === 0) say(202, { code: '333334', statementHandle: made, message: 'Asynchronous execution.' })
      else say(200, resultOf(made, result))
    } catch (error) {
      const state = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
      say(422, { code: codes[state] ?? '000904', sqlState: state, message: String(error), statementHandle: made })
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await client.query('DROP SCHEMA "PUBLIC" CASCADE')
      await client.query('DROP SCHEMA snowflake CASCADE')
      await client.end()
      await drop()
    },
  }
}

const portion = <T>(rows: readonly T[], number: number): readonly T[] =>
  rows.slice(number * rowsInPartition, (number + 1) * rowsInPartition)

/** Returns whether the token names the user and the key, is signed with the key, and is valid for an hour at most. */
function isUser({ headers }: IncomingMessage, publicKey: KeyObject): boolean {
  if (headers['x-snowflake-authorization-token-type'] !== 'KEYPAIR_JWT') return false
  const [head = '', payload = '', signature = ''] = (headers.authorization ?? '').replace(/^Bearer /, '').split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return false
  const { iss, sub, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const print = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return iss === `${user}.SHA256:${print}` && sub === user && exp - iat <= 3600 && exp > Date.now() / 1000
}
