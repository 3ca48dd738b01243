import { createServer, type Server } from 'node:net'
import type { Config } from './platform/settings/config.ts'

interface Ports extends Pick<Config, 'port' | 'appsPort'> {
  readonly metricsPort: number | null
}

/** Environment variable of workers. */
const variable = 'WORKER_PORTS'

/**
 * In the primary process: chooses the ports that the settings leave to the operating system, so that workers listen where others did
 * who all died.
 * @returns the environment of workers
 */
export async function environmentOfWorkers(
  config: Pick<Config, 'host' | 'port' | 'appsPort' | 'appsUrl' | 'metrics'>,
): Promise<Readonly<Record<string, string>>> {
  const { host, port, appsPort, appsUrl, metrics } = config
  const held: Server[] = []
  // Each is held until all are chosen, so that they differ.
  const free = async () => {
    const server = createServer((socket) => socket.destroy())
    held.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port: 0, exclusive: true }, resolve)
    })
    const bound = server.address()
    return bound !== null && typeof bound === 'object' ? bound.port : 0
  }
  const chosen: Ports = {
    port: port === 0 ? await free() : port,
    appsPort: port === 0 && appsPort === null && appsUrl === null ? await free() : appsPort,
    metricsPort: metrics.port === 0 ? await free() : metrics.port,
  }
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))))
  return { [variable]: JSON.stringify(chosen) }
}

/** In a worker: the settings, with the ports that the primary process chose. */
export function withChosenPorts(config: Config): Config {
  const text = process.env[variable]
  if (text === undefined) return config
  const { metricsPort, ...ports } = JSON.parse(text) as Ports
  return { ...config, ...ports, metrics: { ...config.metrics, port: metricsPort } }
}
