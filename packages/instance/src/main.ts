import type { FastifyInstance } from 'fastify'
import { openApp } from './app.ts'
import type { Config } from './config.ts'
import { type ConsoleAppOptions, createConsoleApp } from './http/console/console-app.ts'
import { messageOf } from './message-of.ts'
import type { NewAdmin } from './store/seed/seed.ts'

/** Where lines for people go. */
export type Print = (line: string) => void

/** Opens an instance and listens until the process is told to stop; throws when it cannot start. */
export async function serve(config: Config, print: Print): Promise<void> {
  const { server, newAdmin, scheduler } = await openApp(config)
  await listen(server, config, (address) => {
    if (newAdmin !== null) introduce(newAdmin, print)
    print(`Millwright ready at ${address}`)
    scheduler.start()
  })
}

/** Serves the console alone, in front of an instance elsewhere. */
export async function serveConsole(
  options: ConsoleAppOptions,
  { host, port }: Pick<Config, 'host' | 'port'>,
  print: Print,
): Promise<void> {
  await listen(createConsoleApp(options), { host, port }, (address) => {
    print(`Millwright console for ${options.instance.href} ready at ${address}`)
  })
}

async function listen(
  server: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
  ready: (address: string) => void,
): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    await server.close()
    throw new Error(whyNot(error, host, port), { cause: error })
  }
  stopWhenTold(server)
  const bound = server.server.address()
  ready(`http://${authority(host, bound !== null && typeof bound === 'object' ? bound.port : port)}`)
}

/** Finishes the requests under way; a second signal does not wait for them. */
function stopWhenTold(server: FastifyInstance): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Stopping failed: ${messageOf(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}

/** How a browser on this machine reaches the server. */
function authority(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

function whyNot(error: unknown, host: string, port: number): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Name another with MILLWRIGHT_PORT or --port.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Name another with MILLWRIGHT_PORT or --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This machine has no address ${host}. Name another with MILLWRIGHT_HOST or --host.`
  }
  return messageOf(error)
}

function introduce({ email, generatedPassword }: NewAdmin, print: Print): void {
  print(`First administrator: ${email}`)
  if (generatedPassword !== null) print(`Password, shown only this once: ${generatedPassword}`)
}
