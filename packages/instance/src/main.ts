import { messageOf } from '@millwright/connector/error-words'
import type { FastifyInstance } from 'fastify'
import { openApp } from './app.ts'
import type { ScriptRunner } from './gateway/ports/script-runner.ts'
import { listenForApps, whyNoApps } from './http/apps/apps-server.ts'
import { type ConsoleAppOptions, createConsoleApp } from './http/console/console-app.ts'
import { createGracefulStop } from './http/graceful-stop.ts'
import { refuseUselessStart, whyNoMetrics, whyNot } from './http/refuse-useless-start.ts'
import { basePathOf } from './platform/base-path.ts'
import { type Log, sentencesOf } from './platform/log.ts'
import { createLogger } from './platform/logger.ts'
import type { Readiness } from './platform/readiness.ts'
import type { Config } from './platform/settings/config.ts'
import { version } from './platform/version.ts'
import { lockFolder, whyUnwritable } from './store/data-folder.ts'
import { schemaVersion } from './store/migrations/migrate.ts'
import type { Store } from './store/store.ts'
import { keepFailures } from './subjects/identity/people/login-failures/login-failures.ts'
import { weakIsolation } from './subjects/integrations/scripts/run/launch.ts'
import { createMemoryCounters } from './subjects/operation/limits/counters.ts'
import type { NewAdmin } from './subjects/operation/seed/seed.ts'
import { environmentOfWorkers, withChosenPorts } from './worker-ports.ts'
import { closedEverywhere, isFirstWorker, isWorker, notifyPrimaryReady, onStopSignal, runWorkers } from './workers.ts'

/** Prints a line for people. */
export type Print = (line: string) => void

/**
 * Opens an instance and listens until the process is signalled to stop. Rejects if it cannot start. `warnings` about the settings
 * are logged.
 */
export async function serve(settings: Config, print: Print, warnings: readonly string[] = []): Promise<void> {
  const config = isWorker ? withChosenPorts(settings) : settings
  const logger = createLogger(config.log)
  const log = sentencesOf(logger)
  if (!isWorker) {
    for (const warning of warnings) log(`Warning: ${warning}`, 'warn')
    await refuseUselessStart(config)
  }
  if (config.workers > 1 && !isWorker) {
    if (config.databaseUrl === null) lockDataFolder(config.dataFolder)
    const kept = { limits: { ...createMemoryCounters() }, failures: { ...keepFailures() } }
    const env = await environmentOfWorkers(config)
    return runWorkers(config.workers, env, config.stop, log, kept, (address) => tellReady(address, config, print))
  }
  const introduce = (admin: NewAdmin) => introduceAdmin(admin, print)
  const { server, apps, metrics, parts, scheduler, runner, readiness } = await openApp(config, { logger, introduce })
  await listen({ server, apps, metrics, config, readiness, log }, (address) => {
    if (isWorker) notifyPrimaryReady(address)
    else tellReady(address, config, print)
    // The first worker tells it for all of them.
    void runner.tryIsolation().then(() => {
      if (!isWorker || isFirstWorker) warnOfIsolation(runner.weaknesses, log)
    })
    log(startLine(config, parts.store), 'info')
    void warnOf(readiness, log)
    scheduler.start()
  })
}

/** Locks the folder for workers on SQLite, until this process ends. */
function lockDataFolder(folder: string): void {
  const unwritable = whyUnwritable(folder)
  if (unwritable !== null) throw new Error(unwritable)
  process.once('exit', lockFolder(folder))
}

/** Names settings without their values, which may be secret or personal. */
function startLine({ given }: Config, { engine }: Store): string {
  const settings = given.length === 0 ? 'without settings' : `with ${given.join(', ')}`
  return `Started version ${version} on Node ${process.versions.node}, with schema version ${schemaVersion} on ${engine.name}, ${settings}.`
}

function tellReady(address: string, { demo }: Config, print: Print): void {
  print(`Millwright ready at ${address}`)
  suggestLocalhost(address, print)
  if (demo) for (const line of firstSteps) print(line)
}

/** For those who look around in a demo. */
const firstSteps = [
  'Three things to try:',
  '  1. Home: thirty days of requests. "Refusals by reason" shows who was refused what, and why.',
  '  2. Roles, Delivery: drivers see the orders that are ready. "Explain access" tells what any of their requests would be answered.',
  '  3. API Docs, sample: choose an operation, send it with the key of an app, and copy it as code.',
]

/** Passkeys need a host name: on the local machine they work at `localhost`, but not at its IP address. */
function suggestLocalhost(address: string, print: Print): void {
  const { hostname, port } = new URL(address)
  if (hostname === '127.0.0.1' || hostname === '[::1]' || hostname === '0.0.0.0')
    print(`Open http://localhost:${port} in a browser on this machine.`)
}

/** Serves the console alone, in front of a remote instance. */
export async function serveConsole(
  options: Omit<ConsoleAppOptions, 'logger' | 'basePath'>,
  config: Listening['config'] & Pick<Config, 'log' | 'publicUrl'>,
  print: Print,
  warnings: readonly string[] = [],
): Promise<void> {
  const logger = createLogger(config.log)
  const log = sentencesOf(logger)
  for (const warning of warnings) log(`Warning: ${warning}`, 'warn')
  const server = createConsoleApp({ ...options, basePath: basePathOf(config.publicUrl), logger })
  await listen({ server, apps: null, metrics: null, config, readiness: null, log }, (address) => {
    print(`Millwright console for ${options.instance.href} ready at ${address}`)
  })
}

interface Listening {
  readonly server: FastifyInstance
  /** `null` if no apps are hosted here. */
  readonly apps: FastifyInstance | null
  /** `null` if metrics have no listener of their own. */
  readonly metrics: FastifyInstance | null
  readonly config: Pick<Config, 'host' | 'port' | 'stop' | 'appsPort' | 'appsUrl' | 'metrics'>
  readonly readiness: Readiness | null
  readonly log: Log
}

async function listen(listening: Listening, ready: (address: string) => void): Promise<void> {
  const { server, apps, metrics, config, readiness, log } = listening
  const { host, port } = config
  const graceful = createGracefulStop(apps === null ? [server] : [server, apps])
  try {
    await server.listen({ host, port })
  } catch (error) {
    await server.close()
    throw new Error(whyNot(error, host, port), { cause: error })
  }
  const { deadline } = config.stop
  stopOnSignal((delay) => graceful.stop({ readiness, delay, deadline, closedEverywhere }), config.stop, log)
  const bound = server.server.address()
  const consolePort = bound !== null && typeof bound === 'object' ? bound.port : port
  // Before the apps, which take any free port.
  if (metrics !== null) await startMetrics(metrics, listening)
  if (apps !== null) await startApps({ ...listening, apps }, consolePort)
  ready(`http://${authority(host, consolePort)}`)
}

/** Listens for hosted apps, unless they are configured to have no listener. */
async function startApps(
  { server, apps, config, log }: Listening & { readonly apps: FastifyInstance },
  consolePort: number,
): Promise<void> {
  const { host, appsPort, appsUrl } = config
  if (appsPort === 0 || (appsPort === null && appsUrl !== null)) return
  try {
    const port = await listenForApps(apps, { host, appsPort, consolePort, isPortChosen: config.port === 0 })
    if (port === null) {
      log('No free port for hosted apps: their files are served in a sandbox. See MILLWRIGHT_APPS_PORT.', 'warn')
    }
  } catch (error) {
    await server.close()
    throw new Error(whyNoApps(error, appsPort), { cause: error })
  }
}

async function startMetrics(metrics: FastifyInstance, { server, config, log }: Listening): Promise<void> {
  const { host } = config
  try {
    await metrics.listen({ host, port: config.metrics.port ?? 0 })
  } catch (error) {
    await server.close()
    throw new Error(whyNoMetrics(error, host, config.metrics.port ?? 0), { cause: error })
  }
  const bound = metrics.server.address()
  if (bound !== null && typeof bound === 'object')
    log(`Metrics at http://${authority(host, bound.port)}/metrics`, 'info')
}

/**
 * The first signal stops gracefully, within the deadline; the second one ends the process immediately. Ctrl+C does not wait for
 * load balancers.
 */
function stopOnSignal(stop: (delay: number) => Promise<number>, { delay, deadline }: Config['stop'], log: Log): void {
  let stopping = false
  const endWith = (sentence: string) => {
    log(sentence)
    process.exit(1)
  }
  const stopped = () => {
    log('Stopped.', 'info')
    process.exit(0)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log(`Stopping on ${signal}.`, 'info')
    const late = () => endWith(`Stopping took longer than ${deadline} s and was aborted.`)
    setTimeout(late, deadline * 1000).unref()
    stop(signal === 'SIGINT' ? 0 : delay).then(
      (cut) => (cut === 0 ? stopped() : endWith(`Connections cut off after ${deadline} s: ${cut}.`)),
      (error: unknown) => endWith(`Stopping failed: ${messageOf(error)}`),
    )
  }
  onStopSignal(onSignal)
}

/** Host and port for a browser on this machine. */
function authority(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Logs failing checks of optional dependencies. */
async function warnOf(readiness: Readiness, log: Log): Promise<void> {
  const { checks } = await readiness.report()
  for (const reason of Object.values(checks)) if (reason !== 'ok') log(`Warning: ${reason}`, 'warn')
}

/** Tells if this machine isolates scripts less than others. */
function warnOfIsolation(weaknesses: ScriptRunner['weaknesses'], log: Log): void {
  const sentence = weaknesses === null ? null : weakIsolation(weaknesses)
  if (sentence !== null) log(`Warning: ${sentence}`, 'warn')
}

function introduceAdmin({ email, generatedPassword }: NewAdmin, print: Print): void {
  print(`First administrator: ${email}`)
  if (generatedPassword !== null) print(`Password, shown only this once: ${generatedPassword}`)
}
