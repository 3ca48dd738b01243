import { createHash } from 'node:crypto'
import type { ConnectorTools } from '@millwright/connector/connector'
import type { KeyValues } from '@millwright/connector/key-values'
import { connectionLost, lineReason } from '@millwright/connector/network-error'
import { Problem } from '@millwright/contract/problem'
import { type MemcachedLine, type MemcachedReply, openMemcachedLine } from './memcached-line.ts'

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
      ...{ host, port, patience, longest },
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
