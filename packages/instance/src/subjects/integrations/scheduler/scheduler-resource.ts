import { invalid, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { app, appRecords } from '../../ground/models/app-model.ts'
import { peopleWhoWrote, personRecords, user } from '../../ground/models/person-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import { schedulerTask as declared, maskOfVerb, sealPayload, taskLog, taskRun } from '../../ground/models/task-model.ts'
import { withAuthor } from '../../ground/system/author-relation.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import type { ResourceDeclaration, SystemResource, WriteStep } from '../../ground/system/resource.ts'
import { firstDue } from './due.ts'

/** `system/scheduler`: requests that run on a schedule; `POST {id}/run` runs one now (docs/wire/scheduler.md). */
export function createSchedulerResource(parts: Parts, runNow: (id: number) => Promise<boolean>): SystemResource {
  const resource = createResource(withAuthor(schedulerDeclaration, parts), parts)
  return {
    ...resource,
    async handle(request, rest) {
      if (rest[1] !== 'run') return resource.handle(request, rest)
      if (request.verb !== 'POST' || rest.length > 2)
        throw new Problem(400, 'To run a task, send POST to its path with /run.')
      const { body } = await resource.handle(
        { ...request, verb: 'GET', payload: undefined, params: {} },
        rest.slice(0, 1),
      )
      const id = isRecord(body) ? Number(body.id) : 0
      if (!(await runNow(id))) throw new Problem(409, 'The task is already running.')
      return { status: 200, body: { success: true } }
    },
  }
}

/** The records of scheduled tasks. */
export const schedulerDeclaration: ResourceDeclaration = {
  name: 'scheduler',
  label: 'Scheduler',
  description: 'Requests that run on a schedule.',
  travels: { key: 'name', needsReferences: true, files: { folder: 'schedules' } },
  declared,
  scope: { values: {} },
  relations: [
    {
      kind: 'hasOne',
      name: 'task_log_by_task_id',
      foreignKey: 'task_id',
      target: taskLog,
      readAt: 'owner',
      readOnly: true,
    },
    {
      kind: 'hasMany',
      name: 'task_run_by_task_id',
      foreignKey: 'task_id',
      target: taskRun,
      readAt: 'owner',
      readOnly: true,
    },
    { kind: 'belongsTo', name: 'service_by_service_id', column: 'service_id', target: service, readAt: serviceRecords },
    { kind: 'belongsTo', name: 'app_by_app_id', column: 'app_id', target: app, readAt: appRecords },
    { kind: 'belongsTo', name: 'user_by_user_id', column: 'user_id', target: user, readAt: personRecords },
    ...peopleWhoWrote,
  ],
  beforeWrite({ values, body, previous, parts }) {
    if (body.verb_mask === undefined && body.verb !== undefined) {
      const mask = maskOfVerb(body.verb)
      if (mask === null)
        throw new Problem(400, 'verb must be GET, POST, PUT, PATCH or DELETE.', {
          context: { verb: ['verb must be GET, POST, PUT, PATCH or DELETE.'] },
        })
      values.verb_mask = mask
    }
    if ({ ...previous, ...values }.verb_mask === 1) values.payload = null
    const payload = sealPayload(values, previous, parts.vault)
    if (payload !== undefined) values.payload = payload
  },
  async afterWrite({ tx, id, values, previous, parts }) {
    // The named user is known to exist at this point.
    refuseUserWithoutApp(values, previous)
    if (previous !== null && !changesTime(values, previous)) return
    const row: Row = { ...previous, ...values }
    const due = row.is_active === 1 ? firstDue(timetableOf(row), parts.clock()) : null
    await tx.all('UPDATE "scheduler_task" SET "next_due" = ?, "missed" = 0 WHERE "id" = ?', due, id)
  },
}

/** A user's role depends on the app, without which a run would have no role. */
function refuseUserWithoutApp(values: Row, previous: WriteStep['previous']): void {
  const { app_id = null, user_id = null }: Row = { ...previous, ...values }
  if (values.app_id === undefined && values.user_id === undefined) return
  if (user_id !== null && app_id === null) throw invalid({ app_id: ['app_id is required where user_id is given.'] })
}

function changesTime(values: Row, previous: NonNullable<WriteStep['previous']>): boolean {
  return ['is_active', 'frequency', 'cron'].some(
    (name) => values[name] !== undefined && values[name] !== previous[name],
  )
}

function timetableOf({ frequency, cron }: Row) {
  return { frequency: Number(frequency), cron: typeof cron === 'string' ? cron : null }
}
