import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../platform/readiness.ts'
import { endStreamsOf } from './server.ts'

export interface StopOptions {
  /** Null: a server that no load balancer watches, such as the console's relay. */
  readonly readiness: Readiness | null
  /** Seconds that it still takes new connections while readiness fails, unless nobody is connected. */
  readonly delay: number
  /** Seconds from the signal to the end, whatever is still going on. */
  readonly deadline: number
}

export interface GracefulStop {
  /**
   * Fails readiness, waits for load balancers, closes the listeners, waits for the requests under way, then closes the servers with all
   * that they hold.
   * @returns how many connections the deadline cut off
   */
  stop(options: StopOptions): Promise<number>
}

/** Milliseconds that an accepted connection has for its first byte once the listener is closed. */
const firstByte = 500
/** Milliseconds between looks at the connections. */
const lookEvery = 20
/** Milliseconds that are left of the deadline for closing the store after connections were cut. */
const closingTime = 2_000

/** Stops servers without dropping a request that has begun. To be made before they listen. */
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
    async stop({ readiness, delay, deadline }) {
      const started = performance.now()
      const end = started + deadline * 1000
      readiness?.drain()
      // Connections close with their next answer, so that at any moment later there may be none although clients are busy.
      if (connections.size > 0) await wait(Math.min(delay * 1000, end - started))

      await Promise.all(servers.map(({ server }) => closeListener(server)))
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

/** Looks in a row at which no new connection was found, after which none is taken to be queued. */
const quietLooks = 5
/** Milliseconds between these looks, and the longest that new connections are held. */
const holdLook = 2
const longestHold = 250

/**
 * Closes a listener without resetting the connections that the operating system has queued for it: new ones are accepted for a moment,
 * but their requests are not begun, so that whoever waits for an answer opens no more. They are served once the listener is closed.
 */
async function closeListener(server: FastifyInstance['server']): Promise<void> {
  const listeners = server.rawListeners('connection')
  const held: Socket[] = []
  let arrived = false
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    held.push(socket)
    arrived = true
  })
  const latest = performance.now() + longestHold
  for (let quiet = 0; quiet < quietLooks && performance.now() < latest; quiet = arrived ? 0 : quiet + 1) {
    arrived = false
    await wait(holdLook)
  }
  server.close()
  endStreamsOf(server)
  server.removeAllListeners('connection')
  for (const listener of listeners) server.on('connection', (socket: Socket) => listener.call(server, socket))
  for (const socket of held) server.emit('connection', socket)
}
