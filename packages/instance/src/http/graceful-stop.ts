import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../platform/readiness.ts'
import { endStreamsOf } from './server.ts'

export interface StopOptions {
  /** `null` for servers without health checks, such as the console's relay. */
  readonly readiness: Readiness | null
  /** Seconds during which new connections are still accepted while readiness fails, unless there are no connections. */
  readonly delay: number
  /** Seconds from the signal to the end, whatever is still in progress. */
  readonly deadline: number
  /** Resolves when no process listens on the port any more; for workers, which share it. */
  readonly closedEverywhere?: () => Promise<void>
}

export interface GracefulStop {
  /**
   * Fails readiness, waits for load balancers, closes the listeners, waits for requests in progress, then closes the servers and
   * everything they own.
   * @returns the number of connections that were cut at the deadline
   */
  stop(options: StopOptions): Promise<number>
}

/** Milliseconds that an accepted connection has to send its first byte once the listener is closed. */
const firstByte = 500
/** Milliseconds between checks of the connections. */
const lookEvery = 20
/** Milliseconds of the deadline reserved for closing the store after connections were cut. */
const closingTime = 2_000

/** Stops servers without dropping requests in progress. Create it before they listen. */
export function createGracefulStop(servers: readonly FastifyInstance[]): GracefulStop {
  const connections = new Set<Socket>()
  for (const { server } of servers) {
    server.on('connection', (socket: Socket) => {
      connections.add(socket)
      socket.once('close', () => connections.delete(socket))
    })
  }

  function closeUnused(): void {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    for (const { server } of servers) server.closeIdleConnections()
  }

  return {
    async stop({ readiness, delay, deadline, closedEverywhere }) {
      const started = performance.now()
      const end = started + deadline * 1000
      readiness?.drain()
      // Connections close after their next response, so later there may be none for a moment although clients are active.
      if (connections.size > 0 && delay > 0) {
        await wait(Math.min(delay * 1000, end - started))
        // On a busy machine, the load balancer may ask late; at the latest, half of the time is left for requests.
        const latest = Math.max(0, (started + end) / 2 - performance.now())
        await Promise.race([readiness?.told(), wait(latest, undefined, { ref: false })])
      }

      const release = await Promise.all(servers.map(({ server }) => closeListener(server, () => connections.size > 0)))
      await closedEverywhere?.()
      for (const serveHeld of release) serveHeld()
      const closed = performance.now()
      while (connections.size > 0 && performance.now() < end - closingTime) {
        if (performance.now() - closed > firstByte) closeUnused()
        await wait(lookEvery)
      }
      const cut = connections.size
      for (const socket of connections) socket.destroy()
      await Promise.all(servers.map((server) => server.close()))
      return cut
    },
  }
}

/** Number of consecutive checks without a new connection after which the operating system's queue counts as empty. */
const quietLooks = 5
/** Milliseconds between these checks. */
const holdLook = 2
/** The most checks while new connections are held, half a second of them; counted, as a busy machine needs longer for the same work. */
const mostLooks = 250

/**
 * Closes a listener without resetting connections that are queued in the operating system. New ones are accepted for a moment
 * but their requests are held, so that clients waiting for a response do not open more; those that get one meanwhile reconnect in time.
 * @returns serves the held requests, once no process listens any more
 */
async function closeListener(server: FastifyInstance['server'], isBusy: () => boolean): Promise<() => void> {
  const listeners = server.rawListeners('connection')
  const held: Socket[] = []
  let arrived = false
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    held.push(socket)
    // Nothing else listens yet, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy())
    arrived = true
  })
  for (let looks = 0, quiet = 0; quiet < quietLooks && looks < mostLooks; looks += 1) {
    arrived = false
    await wait(holdLook)
    quiet = arrived || isBusy() ? 0 : quiet + 1
  }
  server.close()
  return () => {
    endStreamsOf(server)
    server.removeAllListeners('connection')
    for (const listener of listeners) server.on('connection', (socket: Socket) => listener.call(server, socket))
    // One that its client gave up meanwhile would count as open forever.
    for (const socket of held) if (!socket.destroyed) server.emit('connection', socket)
  }
}
