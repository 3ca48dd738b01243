import { existsSync } from 'node:fs'
import { messageOf } from '@millwright/connector/error-words'
import { refuseRedisCluster } from '../platform/connections/redis.ts'
import { whyNotListening } from '../platform/port-probe.ts'
import type { Config } from '../platform/settings/config.ts'
import { storeFile } from '../store/data-folder.ts'
import { refuseInvalidAdmin } from '../subjects/operation/seed/seed.ts'
import { whyNoApps } from './apps/apps-server.ts'

type StartConfig = Pick<
  Config,
  | 'host'
  | 'port'
  | 'appsPort'
  | 'metrics'
  | 'dataFolder'
  | 'databaseUrl'
  | 'redisUrl'
  | 'firstAdmin'
  | 'passwordMinLength'
>

/**
 * Finds what would end a start after it created an instance, whose password is shown only once, or its data folder.
 * @throws a sentence for the operator
 */
export async function refuseUselessStart(config: StartConfig): Promise<void> {
  const { host, port, appsPort, metrics } = config
  const ports = [
    [port, whyNot],
    [appsPort ?? 0, (error: unknown) => whyNoApps(error, appsPort)],
    [metrics.port ?? 0, whyNoMetrics],
  ] as const
  for (const [each, sentence] of ports) {
    const error = await whyNotListening(host, each)
    if (error !== null) throw new Error(sentence(error, host, each), { cause: error })
  }
  if (config.redisUrl !== null) await refuseRedisCluster(config.redisUrl)
  // A shared database is only known to be new once it is open.
  if (config.databaseUrl === null && !existsSync(storeFile(config.dataFolder))) refuseInvalidAdmin(config)
}

/** Describes why the configured port or address is unavailable. */
export function whyNot(error: unknown, host: string, port: number): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with MILLWRIGHT_PORT or --port.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Choose another one with MILLWRIGHT_PORT or --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This machine has no address ${host}. Name another with MILLWRIGHT_HOST or --host.`
  }
  return messageOf(error)
}

/** `whyNot` for the listener of metrics. */
export const whyNoMetrics = (error: unknown, host: string, port: number): string =>
  whyNot(error, host, port).replace('MILLWRIGHT_PORT or --port', 'MILLWRIGHT_METRICS_PORT or --metrics-port')
