import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './platform/log.ts'
import type { Config } from './platform/settings/config.ts'
import { closeUnconfirmed } from './worker-connections.ts'
import { createMetricsAggregator } from './worker-metrics.ts'
import { createSiblingRelay, type Kept } from './worker-siblings.ts'

/** Messages between a worker and the primary process. */
interface ReadyMessage {
  readonly ready: string
}
interface StopMessage {
  readonly stop: NodeJS.Signals
}
/** Of a worker that closed its listener, and to all workers when each has. */
interface ClosedMessage {
  readonly closed: true
}

/** Milliseconds before an exited worker is replaced; doubled for each consecutive early exit. */
const firstDelay = 250
const longestDelay = 30_000
/** Milliseconds after which an exit no longer counts as early. */
const settled = 60_000
/** Milliseconds beyond the deadline that workers have to exit. */
const grace = 2_000
/** Milliseconds that a worker waits for others to close their listeners. */
const closePatience = 2_000
/**
 * Milliseconds within which signals count as one. A terminal and service managers signal each process of a group, and `npm start` passes
 * its own on.
 */
const oneSignal = 1_000

/** Whether this process is a worker. */
export const { isWorker } = cluster

/** Whether it is the worker that starts alone, and none that replaced it. */
export const isFirstWorker = cluster.worker?.id === 1

/** Milliseconds until the next worker starts, after a number of consecutive early exits. */
export const delayAfter = (soonEnded: number): number => Math.min(firstDelay * 2 ** soonEnded, longestDelay)

/**
 * Runs this program as workers that share its port, replaces those that exit, and stops them on a signal. Calls `ready` once,
 * when all listen. The first worker is started alone to prepare the store; if it cannot start, the process exits with its exit
 * code. `env`: of the workers. `kept`: what this process keeps for them.
 */
export async function runWorkers(
  count: number,
  env: Readonly<Record<string, string>>,
  { deadline }: Pick<Config['stop'], 'deadline'>,
  log: Log,
  kept: Kept,
  ready: (address: string) => void,
): Promise<void> {
  const listening = new Set<Worker>()
  const gatherFor = createMetricsAggregator(listening)
  const relayFor = createSiblingRelay(runningWorkers, kept)
  let stopping = false
  let hasListened = false
  let soonEnded = 0

  function start(): { readonly worker: Worker; readonly address: Promise<string> } {
    const started = performance.now()
    const worker = cluster.fork(env)
    gatherFor(worker)
    relayFor(worker)
    closeUnconfirmed(worker)
    const { promise: address, resolve } = Promise.withResolvers<string>()
    worker.on('message', (message: unknown) => {
      if (!isReady(message)) return
      listening.add(worker)
      hasListened = true
      resolve(message.ready)
    })
    // Unheard, an error would end this process, and with it all workers. The end of a worker is told by its exit.
    worker.on('error', (error) => {
      if (!isEnded(error)) log(`A worker could not be told something: ${error.message}`, 'info')
    })
    worker.on('exit', (code, signal) => {
      listening.delete(worker)
      if (!hasListened && !stopping) process.exit(code || 1)
      if (!stopping) void replace(performance.now() - started < settled, signal || `code ${code}`)
    })
    return { worker, address }
  }

  async function replace(endedSoon: boolean, how: string): Promise<void> {
    soonEnded = endedSoon ? soonEnded + 1 : 0
    const delay = delayAfter(Math.max(0, soonEnded - 1))
    log(`A worker ended with ${how}; it is restarted in ${delay / 1000} s.`)
    await wait(delay)
    if (stopping) return
    await start().address
    log('A new worker listens.', 'info')
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) process.exit(1)
    stopping = true
    const workers = runningWorkers()
    const codes = workers.map(
      (worker) => new Promise<number>((ended) => worker.once('exit', (code) => ended(code || 0))),
    )
    const message: StopMessage = { stop: signal }
    const open = new Set(listening)
    const closed = (worker: Worker) => {
      if (!open.delete(worker) || open.size > 0) return
      // The messages of workers that closed arrived before, so that the shared listener is closed by now.
      const all: ClosedMessage = { closed: true }
      for (const each of listening) each.send(all)
    }
    for (const worker of workers) {
      worker.on('message', (reply: unknown) => isClosed(reply) && closed(worker))
      worker.once('exit', () => closed(worker))
      if (listening.has(worker)) worker.send(message)
      else worker.process.kill('SIGKILL')
    }
    setTimeout(() => process.exit(1), deadline * 1000 + grace).unref()
    process.exit(Math.max(0, ...(await Promise.all(codes))))
  }

  // Workers must not outlive this process, however it ends.
  process.once('exit', () => {
    for (const worker of runningWorkers()) worker.process.kill('SIGKILL')
  })
  onSignal((signal) => void stop(signal))
  const address = await start().address
  await Promise.all(Array.from({ length: count - 1 }, () => start().address))
  ready(address)
}

const runningWorkers = (): readonly Worker[] =>
  Object.values(cluster.workers ?? {}).filter((each) => each !== undefined)

/** Notifies the primary process that this worker listens. */
export function notifyPrimaryReady(address: string): void {
  const message: ReadyMessage = { ready: address }
  process.send?.(message)
}

/** Whether a message could not be sent because the worker had just ended. */
function isEnded(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_IPC_CHANNEL_CLOSED')
}

/**
 * Calls `notify` when this process has to stop: on a signal, or in a worker, on a message of the primary process, as a terminal
 * sends signals to all of them.
 */
export function onStopSignal(notify: (signal: NodeJS.Signals) => void): void {
  onSignal((signal) => (isWorker ? undefined : notify(signal)))
  if (isWorker) process.on('message', (message: unknown) => (isStop(message) ? notify(message.stop) : undefined))
}

function onSignal(notify: (signal: NodeJS.Signals) => void): void {
  let latest = Number.NEGATIVE_INFINITY
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (now - latest < oneSignal) return
      latest = now
      notify(signal)
    })
  }
}

/** In a worker that closed its listener: resolves when the others have as well, so that no new connection is accepted. */
export function closedEverywhere(): Promise<void> {
  if (!isWorker) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  process.on('message', (message: unknown) => isClosed(message) && resolve())
  const message: ClosedMessage = { closed: true }
  process.send?.(message)
  return Promise.race([promise, wait(closePatience, undefined, { ref: false })])
}

const isClosed = (message: unknown): message is ClosedMessage => Object(message).closed === true
const isReady = (message: unknown): message is ReadyMessage => typeof Object(message).ready === 'string'
const isStop = (message: unknown): message is StopMessage => typeof Object(message).stop === 'string'
