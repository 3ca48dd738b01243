import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { sentencesOf } from '../../platform/log.ts'
import { requestLog } from '../request-log.ts'
import { createServer } from '../server.ts'
import { addConsole } from './console-routes.ts'
import { settingsFor } from './console-settings.ts'
import { addRelay } from './relay.ts'

export interface ConsoleAppOptions {
  /** Folder of the built console. */
  readonly folder: string
  readonly instance: URL
  readonly apiKey: string
  /** Beneath which the console is public. */
  readonly basePath: string
  /** Name, color and external endpoints. */
  readonly configured: Readonly<Record<string, unknown>>
  readonly logger: Logger
}

/** The console alone, in front of a remote instance; not listening yet. */
export function createConsoleApp(options: ConsoleAppOptions): FastifyInstance {
  const { folder, instance, apiKey, basePath, configured, logger } = options
  const server = createServer({
    bodyLimit: Number.MAX_SAFE_INTEGER,
    basePath,
    trustedProxies: [],
    log: sentencesOf(logger),
    observers: [requestLog(logger)],
  })
  const relayedUrl = instance.origin + instance.pathname.replace(/\/+$/, '')
  const settings = { ...settingsFor(apiKey, configured, basePath), relayedUrl }
  addRelay(server, instance)
  addConsole(server, { folder, basePath, settings: async () => settings, configured })
  return server
}
