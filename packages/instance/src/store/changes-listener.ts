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
  /** @throws if the server is unreachable; afterwards, a lost connection is reopened indefinitely. */
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
/** Milliseconds that the server has to close the connection gracefully. */
const farewell = 1000

/**
 * Receives notifications and detects interruptions: every heartbeat is sent to the server and must return from it, after all earlier
 * notifications.
 */
export function changesListener(options: ListenerOptions): ChangesListener {
  let current: NotificationConnection | null = null
  let sent = 0
  let came = 0
  let isDeaf = false
  let stopped = false
  let beating: NodeJS.Timeout | undefined
  let waiting: NodeJS.Timeout | undefined
  let deafening: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    let opened: NotificationConnection | null = null
    const line = await options.open({
      heard: options.heard,
      beaten: (beat) => {
        if (opened !== null && opened === current && beat === sent) arrived()
      },
      lost: () => {
        if (opened !== null) lose(opened)
      },
    })
    opened = line
    if (stopped) return line.abandon()
    current = line
    beat(line)
  }

  function beat(line: NotificationConnection): void {
    if (current !== line) return
    sent += 1
    clearTimeout(waiting)
    waiting = setTimeout(() => late(line), patience).unref()
    line.beat(sent).catch(() => lose(line))
  }

  function arrived(): void {
    came = sent
    clearTimeout(waiting)
    const line = current
    if (line !== null) beating = setTimeout(() => beat(line), period).unref()
    if (isDeaf) {
      isDeaf = false
      clearTimeout(deafening)
      options.recovered()
    }
    options.alive()
  }

  function late(line: NotificationConnection): void {
    // If the process was busy, the heartbeat may be among the data it has not read yet.
    setImmediate(() => {
      if (current !== line || came === sent) return
      becomeDeaf()
      waiting = setTimeout(() => lose(line), silence - patience).unref()
    })
  }

  function lose(line: NotificationConnection): void {
    if (current !== line) return
    current = null
    clearTimeout(beating)
    clearTimeout(waiting)
    line.abandon()
    if (stopped) return
    becomeDeaf()
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    try {
      await connect()
    } catch {
      if (!stopped) beating = setTimeout(reconnect, deafPeriod).unref()
    }
  }

  function becomeDeaf(): void {
    if (isDeaf || stopped) return
    isDeaf = true
    stayDeaf()
  }

  function stayDeaf(): void {
    options.interrupted()
    deafening = setTimeout(stayDeaf, deafPeriod).unref()
  }

  return {
    start: connect,
    startAnyway() {
      becomeDeaf()
      return reconnect()
    },
    async stop() {
      stopped = true
      for (const timer of [beating, waiting, deafening]) clearTimeout(timer)
      const last = current
      current = null
      if (last === null) return
      const hung = setTimeout(last.abandon, farewell).unref()
      await last.end()
      clearTimeout(hung)
    },
  }
}
