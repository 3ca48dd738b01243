import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Log } from '../../../platform/log.ts'
import type { SystemResource } from '../../ground/system/system-resource.ts'
import type { Impersonate } from '../../identity/people/impersonation.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { createSchedulerResource } from './scheduler-resource.ts'
import { runTask } from './task-run.ts'
import { createTaskStore } from './task-store.ts'

interface Scheduling {
  readonly scheduler: Scheduler
  readonly resource: SystemResource
}

interface SchedulingParts {
  readonly parts: Parts
  readonly call: Forward
  readonly impersonate: Impersonate
  readonly log: Log
}

/** Creates the scheduler, its task store and the resource that manages tasks. */
export function createScheduling({ parts, call, impersonate, log }: SchedulingParts): Scheduling {
  const { store, clock, config, vault, authorities, instruments, tracing } = parts
  const origin = config.publicUrl ?? `http://127.0.0.1:${config.port}`
  const scheduler = createScheduler({
    tasks: createTaskStore(store, clock, vault),
    clock,
    log,
    async run(task, isGivenUp) {
      const begun = performance.now()
      const span = tracing?.begin('scheduled task', {}, { 'millwright.task': task.id })
      const result = await runTask(task, { call, impersonate, authorities, log, origin, span }, isGivenUp)
      span?.end(result.status >= 500)
      const outcome = result.status < 400 ? 'done' : 'failed'
      instruments.time('millwright_task_duration_seconds', (performance.now() - begun) / 1000, { outcome })
      return result
    },
  })
  store.changes.subscribe(({ table }) => {
    if (table === 'scheduler_task') scheduler.reset()
  })
  return { scheduler, resource: createSchedulerResource(parts, scheduler.runNow) }
}
