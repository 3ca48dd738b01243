import type { Load } from '@millwright/connector/semaphore'
import type { ScriptRunner } from './gateway/ports/script-runner.ts'
import type { Registry } from './gateway/registry.ts'
import type { Background } from './platform/background.ts'
import { connectionFigures, type Instruments } from './platform/instruments/instruments.ts'
import type { Store } from './store/store.ts'
import type { Scheduler } from './subjects/integrations/scheduler/scheduler.ts'
import type { ScriptQueue } from './subjects/integrations/scripts/runs/script-queue.ts'

interface Watched {
  readonly store: Pick<Store, 'load'>
  readonly registry: Pick<Registry, 'inUse'>
  readonly runner: Pick<ScriptRunner, 'load'>
  readonly background: Pick<Background, 'load'>
  readonly scheduler: Pick<Scheduler, 'running'>
  readonly scriptQueue: Pick<ScriptQueue, 'length'>
}

/** Exposes the load of the parts of a node as metrics (docs/operate/metrics.md). */
export function watchLoads(instruments: Instruments, watched: Watched): void {
  const { store, registry, runner, background, scheduler, scriptQueue } = watched
  const databases = () =>
    [...registry.inUse].flatMap(({ row, service }) => {
      const load = service.load?.() ?? null
      return load === null ? [] : [{ labels: { service: row.name }, load }]
    })
  const atWork = ({ used, waiting }: Load) => [
    { value: used, labels: { state: 'running' } },
    { value: waiting, labels: { state: 'waiting' } },
  ]
  instruments.watch('millwright_store_connections', () => connectionFigures(store.load))
  instruments.watch('millwright_store_waiting', () => [{ value: store.load.waiting }])
  instruments.watch('millwright_database_connections', () =>
    databases().flatMap(({ labels, load }) => connectionFigures(load, labels)),
  )
  instruments.watch('millwright_database_waiting', () =>
    databases().map(({ labels, load }) => ({ labels, value: load.waiting })),
  )
  instruments.watch('millwright_scripts', () => atWork(runner.load))
  instruments.watch('millwright_script_queue', async () => [{ value: await scriptQueue.length() }])
  instruments.watch('millwright_background_work', () => atWork(background.load))
  instruments.watch('millwright_tasks_running', () => [{ value: scheduler.running }])
}
