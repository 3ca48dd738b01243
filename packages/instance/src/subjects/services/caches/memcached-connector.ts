import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { ConnectorTools, KeyValues } from '@millwright/connector/connector'
import { connectionLost, lineReason } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'

const patience = 5_000
/** Maximum size of a value in bytes; servers accept 1 MiB by default. */
const longest = 64 * 1024 * 1024
/** Maximum of relative seconds: the server takes larger numbers for Unix times. */
const relativeMost = 30 * 24 * 3600

/** Stores values on a Memcached server; an unreachable one results in a 503 that names it (docs/wire/caches.md). */
export function open(
  config: Readonly<Record<string, unknown>>,
  { service }: Pick<ConnectorTools, 'service'>,
): KeyValues {
  const host = String(config.host ?? '127.0.0.1')
  const port = Number(config.port ?? 11_211)
  const where = `Memcached server on ${host}:${port}`
  let line: MemcachedLine | null = null

  async function ask(head: string, body?: Buffer): Promise<MemcachedReply> {
    const current = line ?? openLine()
    line = current
    try {
      return await current.ask(head, body)
    } catch (error) {
      const reason = error instanceof Error ? lineReason(error) : null
      throw new Problem(503, `The ${where} cannot be used now: ${reason ?? connectionLost}`, { cause: error })
    }
  }

  function openLine(): MemcachedLine {
    const opened: MemcachedLine = openMemcachedLine({
      host,
      port,
      patience,
      longest,
      onEnd: () => {
        if (line === opened) line = null
      },
    })
    return opened
  }

  async function store(command: 'set' | 'add', key: string, value: string, seconds: number | null): Promise<boolean> {
    const body = Buffer.from(value)
    const { word, ...reply } = await ask(`${command} ${keyOf(service, key)} 0 ${expiry(seconds)} ${body.length}`, body)
    if (word === 'STORED') return true
    if (word === 'NOT_STORED') return false
    const reason = 'reason' in reply ? reply.reason : word
    const isLong = /too large/i.test(reason)
    throw new Problem(isLong ? 413 : 503, `The ${where} did not store the value: ${reason}.`)
  }

  async function get(key: string): Promise<string | null> {
    const reply = await ask(`get ${keyOf(service, key)}`)
    if (reply.word === 'VALUE') return reply.value.toString('utf8')
    if (reply.word === 'END') return null
    throw new Problem(503, `The ${where} cannot be used now: ${'reason' in reply ? reply.reason : reply.word}.`)
  }

  return {
    get,
    async set(key, value, seconds) {
      await store('set', key, value, seconds)
    },
    add: (key, value, seconds) => store('add', key, value, seconds),
    async take(key) {
      const found = await get(key)
      if (found === null) return null
      // Of two concurrent calls, only one deletes the value.
      const { word } = await ask(`delete ${keyOf(service, key)}`)
      return word === 'DELETED' ? found : null
    },
    async close() {
      line?.end()
    },
  }
}

/** The server accepts up to 250 bytes without blanks; other keys are replaced by their hash. */
function keyOf(service: string, key: string): string {
  const whole = `millwright:values:${service.toLowerCase()}:${key}`
  return /^[\x21-\x7e]{1,250}$/.test(whole) && !key.startsWith('#')
    ? whole
    : `millwright:values:#${createHash('sha256').update(whole).digest('hex')}`
}

function expiry(seconds: number | null): number {
  if (seconds === null) return 0
  return seconds <= relativeMost ? seconds : Math.floor(Date.now() / 1000) + seconds
}

/** The server's reply to one of the commands used here. */
type MemcachedReply =
  | { readonly word: 'VALUE'; readonly value: Buffer }
  | { readonly word: 'END' | 'STORED' | 'NOT_STORED' | 'DELETED' | 'NOT_FOUND' }
  /** Rejects the command, not the connection. */
  | { readonly word: 'REFUSED'; readonly reason: string }

/** A connection to a server with the text protocol of Memcached. */
interface MemcachedLine {
  /** `head`: a command without its line ending; `body`: its value. Rejects if the connection fails, or without a reply in time. */
  ask(head: string, body?: Buffer): Promise<MemcachedReply>
  end(): void
}

interface LineOptions {
  readonly host: string
  readonly port: number
  /** Timeout of connecting and of each reply, in milliseconds. */
  readonly patience: number
  /** Maximum size of a value in bytes. */
  readonly longest: number
  readonly onEnd: () => void
}

interface Waiting {
  resolve(reply: MemcachedReply): void
  reject(error: Error): void
}

/** Replies arrive in the order of the commands; the protocol has no other way to match them. */
function openMemcachedLine({ host, port, patience, longest, onEnd }: LineOptions): MemcachedLine {
  const socket: Socket = connect({ host, port, noDelay: true })
  const waiting: Waiting[] = []
  let pieces: Buffer = Buffer.alloc(0)

  function fail(error: Error): void {
    socket.destroy()
    for (const { reject } of waiting.splice(0)) reject(error)
    onEnd()
  }

  socket.setTimeout(patience, () => {
    if (waiting.length > 0) fail(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' }))
  })
  socket.on('error', fail)
  socket.on('close', () => fail(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })))
  socket.on('data', (piece) => {
    pieces = pieces.length === 0 ? piece : Buffer.concat([pieces, piece])
    if (pieces.length > longest + 1_000) return fail(new Error('Longer than any value.'))
    for (;;) {
      const found = firstReply(pieces)
      if (found === null) return
      pieces = pieces.subarray(found.length)
      if (found.reply === null) return fail(new Error('No reply of Memcached.'))
      const next = waiting.shift()
      if (next === undefined) return fail(new Error('No reply of Memcached.'))
      next.resolve(found.reply)
    }
  })

  return {
    ask(head, body) {
      const { promise, resolve, reject } = Promise.withResolvers<MemcachedReply>()
      if (socket.destroyed) reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' }))
      else {
        waiting.push({ resolve, reject })
        // Restarts the timeout, so that it does not include idle time before the command.
        socket.setTimeout(patience)
        socket.write(body === undefined ? `${head}\r\n` : Buffer.concat([Buffer.from(`${head}\r\n`), body, lineEnd]))
      }
      return promise
    },
    end: () => socket.destroy(),
  }
}

const lineEnd = Buffer.from('\r\n')
const words = new Set(['END', 'STORED', 'NOT_STORED', 'DELETED', 'NOT_FOUND'] as const)
const longestLine = 1_000

interface Found {
  /** `null`: not a valid reply. */
  readonly reply: MemcachedReply | null
  /** Length in bytes. */
  readonly length: number
}

/** Returns `null` if the reply is incomplete. */
function firstReply(bytes: Buffer): Found | null {
  const end = bytes.indexOf(lineEnd)
  if (end < 0) return bytes.length > longestLine ? { reply: null, length: bytes.length } : null
  const line = bytes.toString('latin1', 0, end)
  const length = end + 2
  const [, size] = /^VALUE \S+ \d+ (\d{1,9})$/.exec(line) ?? []
  if (size !== undefined) {
    const closing = '\r\nEND\r\n'
    const whole = length + Number(size) + closing.length
    if (bytes.length < whole) return null
    const isClosed = bytes.toString('latin1', whole - closing.length, whole) === closing
    const value = Buffer.from(bytes.subarray(length, length + Number(size)))
    return { reply: isClosed ? { word: 'VALUE', value } : null, length: whole }
  }
  const word = [...words].find((each) => each === line)
  if (word !== undefined) return { reply: { word }, length }
  const [, reason] = /^(?:CLIENT_ERROR|SERVER_ERROR) (.*)$/.exec(line) ?? []
  return { reply: reason === undefined ? null : { word: 'REFUSED', reason }, length }
}
