import { messageOf } from '@millwright/connector/message-of'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/settings/config.ts'

/** Number of ports tried after the console's. */
const maxTried = 20

interface Listening extends Pick<Config, 'host' | 'appsPort'> {
  /** Port of the console's listener; 0 as configured if the operating system chose it. */
  readonly consolePort: number
  readonly isPortChosen: boolean
}

/**
 * Listens for hosted apps on the configured port, otherwise on the next free one after the console's, or on any free port if the
 * operating system chose that one.
 *
 * @returns the port, or `null` if none of the next ones is free
 * @throws if the configured port is unavailable
 */
export async function listenForApps(server: FastifyInstance, listening: Listening): Promise<number | null> {
  const { host, appsPort, consolePort, isPortChosen } = listening
  if (appsPort !== null) return boundPort(server, host, appsPort)
  if (isPortChosen) return boundPort(server, host, 0)
  for (let port = consolePort + 1; port <= Math.min(consolePort + maxTried, 65_535); port += 1) {
    try {
      return await boundPort(server, host, port)
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return null
}

async function boundPort(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port })
  const bound = server.server.address()
  return bound !== null && typeof bound === 'object' ? bound.port : port
}

function isTaken(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return code === 'EADDRINUSE' || code === 'EACCES'
}

/** Describes why the configured port is unavailable. */
export const whyNoApps = (error: unknown, port: number | null) =>
  isTaken(error)
    ? `Port ${port} is not free for hosted apps. Name another with MILLWRIGHT_APPS_PORT or --apps-port; 0 for none.`
    : `Hosted apps cannot be served: ${messageOf(error)}`
