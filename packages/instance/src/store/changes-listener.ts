import type { Line, OpenLine } from './changes-line.ts'

interface ListenerOptions {
  readonly open: OpenLine
  readonly heard: (payload: string) => void
  /** The line tells nothing now; called again every `deafPeriod` until it does. */
  readonly deaf: () => void
  /** The line has told everything up to now. */
  readonly alive: () => void
  /** It tells everything again, after it did not; what was told meanwhile is lost. */
  readonly recovered: () => void
}

export interface ChangesListener {
  /** @throws when the server cannot be reached; afterwards a lost line is opened again without end. */
  start(): Promise<void>
  /** As `start`; a server that cannot be reached is as a line that is lost. */
  startAnyway(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds from one heartbeat to the next, and in which one has to come back: together less than a second. */
const period = 250
const patience = 500
/** Milliseconds between two calls of `deaf`. */
const deafPeriod = 500
/** Milliseconds for which a silent line is given a chance before another one is made. */
const silence = 3000
/** Milliseconds in which the server has to let go of the connection. */
const farewell = 1000

/**
 * Hears what is told on a line, and knows when it does not: every heartbeat is told to the server, and has to be heard from it, behind
 * whatever was told before.
 */
export function changesListener(options: ListenerOptions): ChangesListener {
  let current: Line | null = null
  let sent = 0
  let came = 0
  let isDeaf = false
  let stopped = false
  let beating: NodeJS.Timeout | undefined
  let waiting: NodeJS.Timeout | undefined
  let deafening: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    let opened: Line | null = null
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

  function beat(line: Line): void {
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

  function late(line: Line): void {
    // A process that was busy finds the answer with what it has not read yet.
    setImmediate(() => {
      if (current !== line || came === sent) return
      becomeDeaf()
      waiting = setTimeout(() => lose(line), silence - patience).unref()
    })
  }

  function lose(line: Line): void {
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
    options.deaf()
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
