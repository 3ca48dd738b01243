import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openSecret } from '../../../platform/vault.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines, openTestStore } from '../../../testing/test-store.ts'
import { openPayload } from '../../ground/models/task-model.ts'
import { createScheduler } from './scheduler.ts'
import { createTaskStore } from './task-store.ts'

interface Answer {
  readonly resource: readonly { readonly id: number }[]
  readonly error?: { readonly context: { readonly resource: readonly { readonly context: object }[] } }
}
interface Refused {
  readonly error?: { readonly context: object }
}
interface Run {
  readonly due_date: string
  readonly status_code: number | null
  readonly missed: number
  readonly error: string | null
}

const minute = 60
const { vault } = openSecret({ secret: '5a'.repeat(32), dataFolder: '' })

describe.each(engines)('tasks on %s', (engine) => {
  const clock = testClock()
  const config = { tokenTtl: 1_000_000_000 }
  const { send, root, make, scheduler, parts } = sharedInstance({ engine, clock, config })
  let userService: number
  let system: number
  beforeAll(async () => {
    userService = await make.serviceId('user')
    system = await make.serviceId('system')
  })

  let made = 0
  const task = (more: object = {}) => {
    made += 1
    return { name: `task ${made}`, service_id: system, component: 'role', frequency: 1, is_active: true, ...more }
  }
  const add = (body: object) => send<Answer>('POST', 'system/scheduler', { as: root, body: { resource: [body] } })
  const added = async (more: object = {}) => (await add(task(more))).body.resource[0]?.id ?? 0
  const read = async (id: number) =>
    (
      await send<Record<string, unknown> & { task_run_by_task_id: Run[] }>(
        'GET',
        `system/scheduler/${id}?related=task_log_by_task_id,task_run_by_task_id`,
        { as: root },
      )
    ).body
  const look = async () => {
    await scheduler.look()
    await scheduler.idle()
  }

  it.each([
    [{ name: '' }, ['name']],
    [{ name: 'x'.repeat(65) }, ['name']],
    [{ service_id: null }, ['service_id']],
    [{ service_id: 999_999 }, ['service_id']],
    [{ verb_mask: 3 }, ['verb_mask']],
    [{ verb_mask: 0 }, ['verb_mask']],
    [{ verb: 'FETCH' }, ['verb']],
    [{ frequency: 0 }, ['frequency']],
    [{ frequency: 1.5 }, ['frequency']],
    [{ verb_mask: 2, payload: '{"a":' }, ['payload']],
    [{ cron: 'every day' }, ['cron']],
    [{ cron: '0 0 31 2 *' }, ['cron']],
    [{ user_id: 999_999 }, ['user_id']],
    [{ user_id: 1 }, ['app_id']],
    [{ user_id: 1, app_id: null }, ['app_id']],
  ])('are rejected with %j', async (more, fields) => {
    const { status, body } = await add(task(more))
    expect(status).toBe(400)
    expect(Object.keys(body.error?.context.resource[0]?.context ?? {})).toEqual(fields)
  })

  it('run once each time they are due, and store their responses', async () => {
    const id = await added({ verb: 'POST', payload: { resource: [{ name: 'by a task', is_active: true }] } })
    expect(await read(id)).toMatchObject({ verb: 'POST', verb_mask: 2, task_log_by_task_id: null })
    await look()
    expect((await read(id)).task_run_by_task_id).toEqual([])
    clock.advance(minute)
    await Promise.all([look(), look()])
    const roles = await send<Answer>('GET', 'system/role?filter=name="by a task"', { as: root })
    expect(roles.body.resource).toHaveLength(1)
    expect(await read(id)).toMatchObject({ task_run_by_task_id: [{ status_code: 201, missed: 0, error: null }] })
    clock.advance(minute)
    await look()
    expect(await read(id)).toMatchObject({
      task_log_by_task_id: { task_id: id, status_code: 400, content: { error: { code: 1000 } } },
      task_run_by_task_id: [{ status_code: 201 }, { status_code: 400, error: expect.stringContaining('Batch Error') }],
    })
    await send('PATCH', `system/scheduler/${id}`, { as: root, body: { verb: 'GET', component: 'role/*' } })
    clock.advance(minute)
    await look()
    expect(await read(id)).toMatchObject({ payload: null, task_log_by_task_id: null })
    await send('DELETE', `system/scheduler/${id}`, { as: root })
  })

  it('encrypt their payload, mask its secrets, and keep a secret when its mask is sent back', async () => {
    const payload = { name: 'by a task with a secret', api_key: 'secret-1' }
    const id = await added({ verb: 'POST', payload })
    const masked = JSON.stringify({ ...payload, api_key: '**********' })
    const stored = async () => {
      const row = await parts.store.db
        .selectFrom('scheduler_task')
        .select('payload')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { text: row.payload ?? '', plain: openPayload(row.payload, parts.vault) }
    }
    expect((await read(id)).payload).toBe(masked)
    expect((await stored()).text).not.toContain('secret')
    const change = (body: object) => send<Refused>('PATCH', `system/scheduler/${id}`, { as: root, body })
    expect((await change({ payload: masked, description: 'again' })).status).toBe(200)
    expect((await stored()).plain).toBe(JSON.stringify(payload))
    for (const body of [{ component: 'user/*' }, { component: 'user/*', payload: masked }]) {
      const { status, body: answer } = await change(body)
      expect({ status, context: answer.error?.context }).toEqual({
        status: 400,
        context: { payload: ['payload must be sent again, because component changes.'] },
      })
    }
    expect((await change({ component: 'user/*', payload })).status).toBe(200)
    await send('DELETE', `system/scheduler/${id}`, { as: root })
  })

  it('record due times that were missed, and continue with the next', async () => {
    const id = await added({ frequency: 10 })
    clock.advance(35 * minute)
    await look()
    const { task_run_by_task_id: runs, next_run_date } = await read(id)
    expect(runs).toMatchObject([{ missed: 2, status_code: 200 }])
    expect(Date.parse(String(next_run_date)) - clock()).toBe(5 * minute * 1000)
    await send('DELETE', `system/scheduler/${id}`, { as: root })
  })

  it('run by cron expression while they are active', async () => {
    const id = await added({ cron: '30 6 * * *' })
    const { next_run_date } = await read(id)
    expect(next_run_date).toMatch(/T06:30:00\.000000Z$/)
    clock.advance((Date.parse(String(next_run_date)) - clock()) / 1000)
    await look()
    expect((await read(id)).task_run_by_task_id).toMatchObject([{ due_date: next_run_date, missed: 0 }])
    await send('PATCH', `system/scheduler/${id}`, { as: root, body: { is_active: false } })
    expect((await read(id)).next_run_date).toBeNull()
    clock.advance(48 * 60 * minute)
    await look()
    expect((await read(id)).task_run_by_task_id).toHaveLength(1)
  })

  it("run with the named user's access, and with full access otherwise", async () => {
    const user = await make.user()
    const app_id = (await make.app()).id
    const mine = await added({ service_id: userService, component: 'profile', user_id: user.id, app_id })
    const nobodys = await added({ service_id: userService, component: 'profile' })
    const forbidden = await added({ component: 'role', user_id: user.id, app_id })
    clock.advance(minute)
    await look()
    expect((await read(mine)).task_run_by_task_id).toMatchObject([{ status_code: 200 }])
    expect((await read(nobodys)).task_run_by_task_id).toMatchObject([{ status_code: expect.any(Number) }])
    expect((await read(forbidden)).task_run_by_task_id[0]?.status_code).toBeGreaterThanOrEqual(400)
    for (const id of [mine, nobodys, forbidden]) await send('DELETE', `system/scheduler/${id}`, { as: root })
  })

  it('can be run at once by administrators who may change them', async () => {
    const id = await added({ frequency: 100 })
    expect((await send('GET', `system/scheduler/${id}/run`, { as: root })).status).toBe(400)
    expect((await send('POST', 'system/scheduler/999999/run', { as: root })).status).toBe(404)
    expect((await send('POST', `system/scheduler/${id}/run`, { as: root })).body).toEqual({ success: true })
    await scheduler.idle()
    expect((await read(id)).task_run_by_task_id).toMatchObject([{ status_code: 200, missed: 0 }])
  })

  it('are deleted with their service, only after confirmation', async () => {
    const sent = { name: 'passing', type: 'sqlite', config: { database: 'passing.sqlite' }, is_active: true }
    const service = await send<Answer>('POST', 'system/service', { as: root, body: { resource: [sent] } })
    const service_id = service.body.resource[0]?.id
    const id = await added({ service_id })
    expect((await send('DELETE', `system/service/${service_id}`, { as: root })).status).toBe(409)
    expect((await send('DELETE', `system/service/${service_id}?force=true`, { as: root })).status).toBe(200)
    expect((await send('GET', `system/scheduler/${id}`, { as: root })).status).toBe(404)
  })
})

describe.each(engines)('several nodes on one %s', (engine) => {
  const start = Date.UTC(2026, 10, 21)
  const at = (minutes: number) => start + minutes * 60_000

  async function nodes(run: (task: { due: number }) => Promise<void>) {
    const clock = testClock(start)
    const test = await openTestStore(engine, clock)
    onTestFinished(test.close)
    const { db } = test.store
    const dates = { created_date: '', last_modified_date: '' }
    const service = { name: 'a', is_active: 1, type: 'sqlite', mutable: 1, deletable: 1, config: '{}', ...dates }
    const { id: service_id } = await db.insertInto('service').values(service).returning('id').executeTakeFirstOrThrow()
    const task = { name: 'a', is_active: 1, service_id, verb_mask: 1, frequency: 1, next_due: at(1), ...dates }
    await db.insertInto('scheduler_task').values(task).execute()
    const node = () =>
      createScheduler({
        tasks: createTaskStore(test.store, clock, vault),
        clock,
        log: (text) => expect.fail(text),
        run: async (due) => run(due).then(() => ({ status: 200, content: null })),
      })
    const runs = () => db.selectFrom('task_run').select(['due_date', 'missed', 'duration']).orderBy('id').execute()
    return { clock, all: [node(), node(), node()] as const, runs }
  }

  it('run each due time once', async () => {
    const done: number[] = []
    const { clock, all, runs } = await nodes(async ({ due }) => void done.push(due))
    for (let minutes = 1; minutes <= 5; minutes += 1) {
      clock.advance(minute)
      await Promise.all(all.map((node) => node.look()))
      await Promise.all(all.map((node) => node.idle()))
    }
    expect(done).toEqual([1, 2, 3, 4, 5].map(at))
    expect((await runs()).map(({ missed }) => missed)).toEqual([0, 0, 0, 0, 0])
  })

  it('never run a task twice at the same time, and record the missed times', async () => {
    const first = Promise.withResolvers<void>()
    const done: number[] = []
    const { clock, all, runs } = await nodes(async ({ due }) => {
      done.push(due)
      if (done.length === 1) await first.promise
    })
    for (let minutes = 1; minutes <= 3; minutes += 1) {
      clock.advance(minute)
      await Promise.all(all.map((node) => node.look()))
    }
    expect(await all[1].runNow(1)).toBe(false)
    first.resolve()
    await Promise.all(all.map((node) => node.idle()))
    clock.advance(minute)
    await all[2].look()
    await all[2].idle()
    expect(done).toEqual([at(1), at(4)])
    expect(await runs()).toMatchObject([{ missed: 0, duration: 120_000 }, { missed: 2 }])
  })

  it('run no third instance of a task whose run was considered dead', async () => {
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done: number[] = []
    const { clock, all, runs } = await nodes(({ due }) => ends[done.push(due) - 1]?.promise ?? Promise.resolve())
    clock.advance(minute)
    await all[0].look()
    clock.advance(2 * minute)
    await all[1].look()
    expect(done).toEqual([at(1), at(2)])
    ends[0]?.resolve()
    await all[0].idle()
    clock.advance(minute)
    await all[2].look()
    expect(done).toHaveLength(2)
    ends[1]?.resolve()
    await all[1].idle()
    clock.advance(minute)
    await all[2].look()
    await all[2].idle()
    expect(done).toEqual([at(1), at(2), at(5)])
    expect(await runs()).toMatchObject([{ missed: 0 }, { missed: 1 }, { missed: 1 }])
  })

  it('continue within one interval when the clock is set back', async () => {
    const done: number[] = []
    const { clock, all } = await nodes(async ({ due }) => void done.push(due))
    clock.advance(minute)
    await all[0].look()
    await all[0].idle()
    clock.advance(-600 * minute)
    await all[0].look()
    clock.advance(minute)
    await Promise.all(all.map((node) => node.look()))
    await Promise.all(all.map((node) => node.idle()))
    expect(done).toEqual([at(1), at(-598)])
  })

  it('continue a task whose node died during a run', async () => {
    const never = new Promise<void>(() => undefined)
    const done: number[] = []
    const { clock, all } = await nodes(({ due }) => (done.push(due) === 1 ? never : Promise.resolve()))
    clock.advance(minute)
    await all[0].look()
    for (let minutes = 2; minutes <= 4; minutes += 1) {
      clock.advance(minute)
      await all[1].look()
      await all[1].idle()
    }
    expect(done).toEqual([at(1), at(3), at(4)])
  })
})
