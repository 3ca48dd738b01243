import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of PostgreSQL that refuses statements with 40001, as databases do that run every transaction serializably. */
export interface LosingPostgres {
  readonly url: string
  /** Which texts are refused from now on; those of a commit are `COMMIT`. */
  refuse(isRefused: (sql: string) => boolean): void
  /** How many were refused so far. */
  readonly refused: number
  close(): Promise<void>
}

/** What the server is asked instead of a refused statement: its response aborts an open transaction, as that of the other databases does. */
const refusal = "do $$ begin raise exception 'restart transaction' using errcode = '40001'; end $$"

/** Messages of clients whose text is a statement. */
const query = 0x51
const parse = 0x50
const sync = 0x53
/** Bytes of a message's type and length. */
const header = 5

export async function openLosingPostgres(databaseUrl: string): Promise<LosingPostgres> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isRefused = (_sql: string): boolean => false
  let refused = 0

  function filter(send: (bytes: Buffer) => void): (bytes: Buffer) => void {
    let started = false
    let rest: Buffer = Buffer.alloc(0)
    /** Messages up to the next `Sync`, which the server executes together. */
    let group: Buffer[] = []
    /** Texts of named statements, which are not sent again. */
    const named = new Map<string, string>()
    let current = ''

    function pass(message: Buffer): void {
      const [type] = message
      if (type === query) {
        current = message.toString('utf8', header, message.length - 1)
        decide([message])
        return
      }
      if (type === parse) {
        const [name = '', sql = ''] = message.toString('utf8', header).split('\0')
        named.set(name, sql)
      }
      if (type === 0x42) current = named.get(message.toString('utf8', header).split('\0')[1] ?? '') ?? ''
      group.push(message)
      if (type !== sync) return
      decide(group)
      group = []
    }

    function decide(messages: readonly Buffer[]): void {
      if (!isRefused(current)) {
        send(Buffer.concat(messages))
        return
      }
      refused += 1
      const text = Buffer.from(`${refusal}\0`)
      const start = Buffer.alloc(header)
      start.writeUInt8(query)
      start.writeInt32BE(text.length + 4, 1)
      send(Buffer.concat([start, text]))
    }

    return (bytes) => {
      rest = Buffer.concat([rest, bytes])
      if (!started) {
        started = true
        send(rest)
        rest = Buffer.alloc(0)
        return
      }
      while (rest.length >= header) {
        const length = rest.readInt32BE(1) + 1
        if (rest.length < length) return
        pass(rest.subarray(0, length))
        rest = rest.subarray(length)
      }
    }
  }

  const server = createServer((client) => {
    const behind = connect(Number(port || 5432), hostname)
    const forward = filter((bytes) => behind.write(bytes))
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    client.on('data', forward)
    behind.on('data', (bytes) => client.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`
  return {
    url: url.href,
    refuse(next) {
      isRefused = next
    },
    get refused() {
      return refused
    },
    async close() {
      for (const each of sockets) each.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
