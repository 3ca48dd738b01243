import { once } from 'node:events'
import { createServer, type Server, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A TCP proxy in front of a server, with which tests simulate network faults. */
export interface Relay {
  readonly port: number
  /** Returns the number of open connections. */
  count(): number
  /** Resets every connection and accepts none, like a machine that has crashed. */
  shut(): Promise<void>
  /** Resumes relaying after any fault. */
  open(): Promise<void>
  /** Accepts connections and bytes but forwards nothing, like a machine that hangs or a network that drops packets silently. */
  hang(): void
  /** Hangs only the oldest open connection. */
  hangOldest(): void
  /** Delays every chunk by a number of milliseconds. */
  slow(delay: number): void
  /** Sends new connections to another port of the host, like an address that moves to another server. */
  setTarget(port: number): void
  /** Forwards half of each connection's next response, then resets the connection. */
  truncateResponses(): void
  close(): Promise<void>
}

/** What happens to the bytes of a connection. */
interface Fault {
  readonly delay: number
  readonly half: boolean
  /** Resolves once bytes may pass. */
  readonly clear: Promise<void>
}

const none: Fault = { delay: 0, half: false, clear: Promise.resolve() }

/** `at`: the local address to listen on. */
export async function relayTo(host: string, port: number, at = '127.0.0.1'): Promise<Relay> {
  const lines = new Set<Line>()
  let fault = none
  let lift = () => {}
  let server: Server | null = null
  let own = 0
  let target = port

  function change(next: Fault, lifted: () => void = () => {}): void {
    const before = lift
    fault = next
    lift = lifted
    before()
  }

  function hanging(): { fault: Fault; lifted: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { fault: { ...none, clear: promise }, lifted: resolve }
  }

  async function open(): Promise<void> {
    change(none)
    for (const line of lines) line.fault = null
    if (server !== null) return
    const listening = createServer({ allowHalfOpen: true }, (near) => {
      const line = new Line(near, () => line.fault ?? fault)
      lines.add(line)
      near.on('close', () => lines.delete(line))
      line.far.connect(target, host)
    })
    await new Promise<void>((resolve, reject) => {
      listening.on('error', reject)
      listening.listen(own, at, resolve)
    })
    const address = listening.address()
    own = typeof address === 'object' && address !== null ? address.port : own
    server = listening
  }

  async function shut(): Promise<void> {
    change(none)
    const closing = server
    server = null
    if (closing === null) return
    const closed = new Promise<void>((resolve) => closing.close(() => resolve()))
    for (const line of lines) line.reset()
    await closed
  }

  await open()
  return {
    port: own,
    count: () => lines.size,
    shut,
    open,
    hang() {
      const next = hanging()
      change(next.fault, next.lifted)
    },
    hangOldest() {
      const next = hanging()
      const [oldest] = lines
      if (oldest !== undefined) oldest.fault = next.fault
      change(none, next.lifted)
    },
    slow: (delay) => change({ ...none, delay }),
    setTarget(next) {
      target = next
    },
    truncateResponses: () => change({ ...none, half: true }),
    close: shut,
  }
}

/** A client's connection, paired with its connection to the server. */
class Line {
  readonly far = new Socket({ allowHalfOpen: true })
  /** The fault of this connection; `null`: the fault that applies to all. */
  fault: Fault | null = null
  readonly #near: Socket
  readonly #ended = new AbortController()

  constructor(near: Socket, faultNow: () => Fault) {
    this.#near = near
    for (const [from, to] of [
      [near, this.far],
      [this.far, near],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        this.#ended.abort()
      })
      this.#pass(from, to, faultNow).catch(() => to.destroy())
    }
  }

  reset(): void {
    this.#near.resetAndDestroy()
    this.far.destroy()
  }

  async #pass(from: Socket, to: Socket, faultNow: () => Fault): Promise<void> {
    for await (const portion of from) {
      const bytes: Buffer = portion
      const { half } = await passable(faultNow)
      if (half && from === this.far) {
        to.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => this.reset())
        return
      }
      if (!to.write(bytes)) await once(to, 'drain', { signal: this.#ended.signal })
    }
    await passable(faultNow)
    to.end()
  }
}

/** Waits until the current fault, and any that replaces it meanwhile, lets bytes pass. */
async function passable(faultNow: () => Fault): Promise<Fault> {
  while (true) {
    const fault = faultNow()
    if (fault.delay > 0) await pause(fault.delay)
    await fault.clear
    if (fault === faultNow()) return fault
  }
}
