import type { Forward } from '../../gateway/gateway.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { Log } from '../../platform/log.ts'
import type { Suppose } from '../people/supposed-caller.ts'
import type { SystemResource } from '../system/system-resource.ts'
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
  readonly suppose: Suppose
  readonly log: Log
}

/** The scheduler, its tasks in the store, and the resource that manages them. */
export function createScheduling({ parts, call, suppose, log }: SchedulingParts): Scheduling {
  const { store, clock, config, vault, authorities } = parts
  const origin = config.publicUrl ?? `http://127.0.0.1:${config.port}`
  const scheduler = createScheduler({
    tasks: createTaskStore(store, clock, vault),
    clock,
    log,
    run: (task, isGivenUp) => runTask(task, { call, suppose, authorities, log, origin }, isGivenUp),
  })
  store.changes.subscribe(({ table }) => {
    if (table === 'scheduler_task') scheduler.reset()
  })
  return { scheduler, resource: createSchedulerResource(parts, scheduler.runNow) }
}
