import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'

/** A client that has not connected yet, and how to give its connection up without a word to the server. */
export interface FreshClient {
  readonly client: Client
  abandon(): void
}

interface ListenerOptions {
  readonly connect: () => FreshClient
  readonly channel: string
  readonly heard: (payload: string) => void
  /** The connection tells nothing now; called again every `deafPeriod` until it does. */
  readonly deaf: () => void
  /** The connection has told everything up to now. */
  readonly alive: () => void
  /** It tells everything again, after it did not; what was told meanwhile is lost. */
  readonly recovered: () => void
}

export interface PostgresListener {
  /** @throws when the database cannot be reached; afterwards a lost connection is made again without end. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds from one heartbeat to the next, and in which one has to come back: together less than a second. */
const period = 250
const patience = 500
/** Milliseconds between two calls of `deaf`. */
const deafPeriod = 500
/** Milliseconds for which a silent connection is given a chance before another one is made. */
const silence = 3000
/** Milliseconds in which the server has to let go of the connection. */
const farewell = 1000

/**
 * Hears what is told on a channel, and knows when it does not: every heartbeat is told to the database over the connection, and has to
 * be heard from it, behind whatever was told before.
 */
export function postgresListener(options: ListenerOptions): PostgresListener {
  const beats = `millwright_beat_${randomUUID().replaceAll('-', '')}`
  let current: FreshClient | null = null
  let sent = 0
  let came = 0
  let isDeaf = false
  let stopped = false
  let beating: NodeJS.Timeout | undefined
  let waiting: NodeJS.Timeout | undefined
  let deafening: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = options.connect()
    const { client } = fresh
    client.on('error', () => {})
    client.on('end', () => lose(fresh))
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === options.channel) options.heard(payload)
      else if (current === fresh && Number(payload) === sent) arrived()
    })
    try {
      await client.connect()
      await client.query(`listen ${options.channel}; listen ${beats}`)
    } catch (error) {
      fresh.abandon()
      throw error
    }
    if (stopped) return fresh.abandon()
    current = fresh
    beat(fresh)
  }

  function beat(fresh: FreshClient): void {
    if (current !== fresh) return
    sent += 1
    clearTimeout(waiting)
    waiting = setTimeout(() => late(fresh), patience).unref()
    // Nothing is lost with the last of them, so that the disk need not be waited for.
    fresh.client
      .query(`begin; set local synchronous_commit = off; notify ${beats}, '${sent}'; commit`)
      .catch(() => lose(fresh))
  }

  function arrived(): void {
    came = sent
    clearTimeout(waiting)
    const fresh = current
    if (fresh !== null) beating = setTimeout(() => beat(fresh), period).unref()
    if (isDeaf) {
      isDeaf = false
      clearTimeout(deafening)
      options.recovered()
    }
    options.alive()
  }

  function late(fresh: FreshClient): void {
    // A process that was busy finds the answer with what it has not read yet.
    setImmediate(() => {
      if (current !== fresh || came === sent) return
      becomeDeaf()
      waiting = setTimeout(() => lose(fresh), silence - patience).unref()
    })
  }

  function lose(fresh: FreshClient): void {
    if (current !== fresh) return
    current = null
    clearTimeout(beating)
    clearTimeout(waiting)
    fresh.abandon()
    if (stopped) return
    becomeDeaf()
    reconnect()
  }

  function reconnect(): void {
    connect().catch(() => {
      if (!stopped) beating = setTimeout(reconnect, deafPeriod).unref()
    })
  }

  function becomeDeaf(): void {
    if (isDeaf || stopped) return
    isDeaf = true
    stayDeaf()
  }

  function stayDeaf(): void {
    options.deaf()
    deafening = setTimeout(stayDeaf, deafPeriod).unref()
  }

  return {
    start: connect,
    async stop() {
      stopped = true
      for (const timer of [beating, waiting, deafening]) clearTimeout(timer)
      const last = current
      current = null
      if (last === null) return
      const hung = setTimeout(last.abandon, farewell).unref()
      await last.client.end()
      clearTimeout(hung)
    },
  }
}
