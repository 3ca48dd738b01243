import type { NotificationConnection, OpenLine } from './changes-line.ts'

interface ListenerOptions {
  readonly open: OpenLine
  readonly heard: (payload: string) => void
  /** Notifications are interrupted; called every `deafPeriod` until they resume. */
  readonly interrupted: () => void
  /** All notifications so far have arrived. */
  readonly alive: () => void
  /** Notifications have resumed after an interruption; those sent meanwhile are lost. */
  readonly recovered: () => void
}

export interface ChangesListener {
  /** Why notifications do not arrive, as a sentence; `null` if they do. */
  readonly interruption: string | null
  /**
   * Resolves once it is known whether notifications arrive.
   * @throws if the server is unreachable; afterwards, a lost connection is reopened indefinitely.
   */
  start(): Promise<void>
  /** Like `start`, but treats an unreachable server as a lost connection. */
  startAnyway(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds between heartbeats, and until a heartbeat counts as late: together less than a second. */
const period = 250
const patience = 500
/** Milliseconds between calls of `deaf`. */
const deafPeriod = 500
/** Milliseconds until a silent connection is replaced. */
const silence = 3000
/** Milliseconds between probes. */
const probePeriod = 1000
/** Milliseconds that the server has to close the connection gracefully. */
const farewell = 1000

const lostReason = 'The connection on which changes of other nodes arrive is interrupted.'
const astrayReason =
  'The connection on which changes of other nodes should arrive leads to another server or database than the one that is written to. Check MILLWRIGHT_DATABASE_URL and MILLWRIGHT_DATABASE_LISTEN_URL, and that a former primary is stopped.'

/**
 * Receives notifications and detects interruptions: every heartbeat is sent to the server and must return from it, after all earlier
 * notifications. Every second, a probe is sent the way changes are sent: the connection may work, but lead somewhere else.
 */
export function changesListener(options: ListenerOptions): ChangesListener {
  let current: NotificationConnection | null = null
  let sent = 0
  let came = 0
  /** Number of the last probe, below zero; `null` once it has returned. */
  let probe: number | null = null
  let probes = 0
  let isProven = false
  let interruption: string | null = null
  /** Resolved by the first probe, whatever its outcome. */
  const judged = Promise.withResolvers<void>()
  let stopped = false
  let beating: NodeJS.Timeout | undefined
  let waiting: NodeJS.Timeout | undefined
  let probing: NodeJS.Timeout | undefined
  let deafening: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    let opened: NotificationConnection | null = null
    const line = await options.open({
      heard: options.heard,
      beaten: (beat) => {
        if (opened === null || opened !== current) return
        if (beat === sent) arrived()
        else if (beat === probe) proven(opened)
      },
      lost: () => {
        if (opened !== null) lose(opened, lostReason)
      },
    })
    opened = line
    if (stopped) return line.abandon()
    current = line
    isProven = line.probe === undefined
    void prove(line)
    beat(line)
  }

  function beat(line: NotificationConnection): void {
    if (current !== line) return
    sent += 1
    clearTimeout(waiting)
    waiting = setTimeout(() => late(line), patience).unref()
    line.beat(sent).catch(() => lose(line, lostReason))
  }

  function arrived(): void {
    came = sent
    clearTimeout(waiting)
    const line = current
    if (line !== null) beating = setTimeout(() => beat(line), period).unref()
    if (!isProven) return
    recover()
    options.alive()
  }

  function recover(): void {
    if (interruption === null) return
    interruption = null
    clearTimeout(deafening)
    options.recovered()
  }

  /** The time to return counts from when the probe was sent: a busy database is not another one. */
  async function prove(line: NotificationConnection): Promise<void> {
    if (line.probe === undefined) return
    probes -= 1
    const own = probes
    probe = own
    try {
      await line.probe(own)
    } catch {
      // A database that cannot be written to announces no changes.
      judged.resolve()
      if (current === line) probing = setTimeout(() => void prove(line), probePeriod).unref()
      return
    }
    if (current === line && probe === own) probing = setTimeout(() => astray(line, own), patience).unref()
  }

  function proven(line: NotificationConnection): void {
    probe = null
    isProven = true
    judged.resolve()
    clearTimeout(probing)
    probing = setTimeout(() => void prove(line), probePeriod).unref()
    if (came === sent) recover()
  }

  function astray(line: NotificationConnection, own: number): void {
    // If the process was busy, the probe may be among the data it has not read yet.
    setImmediate(() => {
      if (probe === own) lose(line, astrayReason)
    })
  }

  function late(line: NotificationConnection): void {
    // If the process was busy, the heartbeat may be among the data it has not read yet.
    setImmediate(() => {
      if (current !== line || came === sent) return
      becomeDeaf(lostReason)
      waiting = setTimeout(() => lose(line, lostReason), silence - patience).unref()
    })
  }

  function lose(line: NotificationConnection, reason: string): void {
    if (current !== line) return
    current = null
    for (const timer of [beating, waiting, probing]) clearTimeout(timer)
    line.abandon()
    if (stopped) return
    becomeDeaf(reason)
    beating = setTimeout(reconnect, reason === astrayReason ? deafPeriod : 0).unref()
  }

  async function reconnect(): Promise<void> {
    try {
      await connect()
    } catch {
      if (!stopped) beating = setTimeout(reconnect, deafPeriod).unref()
    }
  }

  function becomeDeaf(reason: string): void {
    if (stopped) return
    const isNew = interruption === null
    interruption = reason
    judged.resolve()
    if (isNew) stayDeaf()
  }

  function stayDeaf(): void {
    options.interrupted()
    deafening = setTimeout(stayDeaf, deafPeriod).unref()
  }

  return {
    get interruption() {
      return interruption
    },
    async start() {
      await connect()
      if (!isProven) await judged.promise
    },
    startAnyway() {
      becomeDeaf(lostReason)
      return reconnect()
    },
    async stop() {
      stopped = true
      for (const timer of [beating, waiting, probing, deafening]) clearTimeout(timer)
      const last = current
      current = null
      if (last === null) return
      const hung = setTimeout(last.abandon, farewell).unref()
      await last.end()
      clearTimeout(hung)
    },
  }
}
