import { afterAll, describe, expect, it, vi } from 'vitest'
import { createBackground } from '../../../../platform/background.ts'
import { openStore } from '../../../../store/open-store.ts'
import { fixture } from '../../../../testing/fixture.ts'
import { testClock } from '../../../../testing/test-clock.ts'
import { createMigratedPlace } from '../../../../testing/test-store.ts'
import { createScriptIndexes } from '../events/script-index.ts'
import { failed } from '../run/script-failure.ts'
import { createQueueStore, type QueuedJob } from './queue-store.ts'
import { createRecordings } from './recordings.ts'
import { createRunLog } from './run-log.ts'

const log = (text: string) => {
  throw new Error(text)
}
const vault = { seal: (plain: string) => `sealed ${plain}`, open: (sealed: string) => sealed.replace(/^sealed /, '') }
const job: QueuedJob = {
  event: { n: 1 },
  verb: 'GET',
  service: 'db',
  resource: '',
  origin: '',
  address: '',
  depth: 0,
  by: { userId: 1, appId: null, internal: false },
}

describe('two nodes on one PostgreSQL', () => {
  const place = fixture(() => createMigratedPlace('postgres'))
  const clock = testClock()
  const stores = fixture(async () => [await openStore(place, clock), await openStore(place, clock)] as const)
  afterAll(async () => {
    for (const store of stores) await store.close()
    await place.remove()
  })

  it('notice at once scripts that were changed on the other node', async () => {
    const [here, there] = stores
    let changes = 0
    const indexes = createScriptIndexes(there, () => {
      changes += 1
    })
    expect((await indexes.current()).at(['db.get'])).toEqual([])
    const row = { name: 'DB.get', type: 'nodejs', is_active: 1, allow_event_modification: 0 }
    await here.db
      .insertInto('event_script')
      .values({ ...row, created_date: '', last_modified_date: '' })
      .execute()
    await here.changes.publish([{ table: 'event_script', ids: [] }])
    await vi.waitFor(async () => expect((await indexes.current()).at(['db.get'])).toHaveLength(1))
    expect(changes).toBe(1)
  })

  it('run every queued script once, in order, and take over from a node that died', async () => {
    const [one, other] = stores.map((store) => createQueueStore(store, vault, clock))
    if (one === undefined || other === undefined) throw new Error('There are two.')
    for (const script of ['a', 'b', 'c', 'd']) await one.add(script, job)
    const until = clock() + 1000
    const taken = await Promise.all([one, other, one, other, other].map((each) => each.take(until)))
    expect(taken.flatMap((each) => each?.script ?? []).toSorted()).toEqual(['a', 'b', 'c', 'd'])
    await one.done(taken.find((each) => each?.script === 'a')?.id ?? 0)
    await one.release(taken.find((each) => each?.script === 'b')?.id ?? 0)
    expect(await other.take(until)).toMatchObject({ script: 'b', attempts: 1, job })
    expect(await other.take(until)).toBeNull()
    expect([await one.waiting('a'), await one.waiting('c')]).toEqual([0, 1])
    clock.advance(2)
    expect(await other.take(clock() + 1000)).toMatchObject({ script: 'b', attempts: 2 })
  })

  it('queue no more scripts than the limit', async () => {
    const [one, other] = stores.map((store) => createQueueStore(store, vault, clock, 50_000))
    const long = { ...job, event: { text: 'x'.repeat(20_000) } }
    expect([await one?.add('long.a', long), await other?.add('long.b', long), await one?.add('long.c', long)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await one?.add('long.d', job)).toBe(true)
    expect([await one?.waiting('long.c'), await one?.waiting('long.d')]).toEqual([0, 1])
  })

  it('share the last twenty runs of a script, which outlive both nodes', async () => {
    const background = createBackground(log)
    const [here, there] = stores.map((store) => createRunLog({ store, vault, log, clock, background }))
    if (here === undefined || there === undefined) throw new Error('There are two.')
    const by = { verb: 'GET', path: 'db', userId: 1 }
    for (let at = 1; at <= 15; at++) here.add('files.get', failed('thrown', `here ${at}`), by)
    await here.flush()
    for (let at = 1; at <= 15; at++) there.add('files.get', failed('thrown', `there ${at}`), by)
    there.add('other.get', failed('thrown', 'Not this.'), by)
    await there.flush()
    const runs = await here.of('files.get')
    expect(runs).toHaveLength(20)
    expect(runs[0]).toMatchObject({ id: expect.any(Number), ok: false, error: { message: 'there 15' } })
    expect(runs[19]).toMatchObject({ error: { message: 'here 11' } })
    const rows = await stores[0].db
      .selectFrom('script_entry')
      .select('entry')
      .where('script', '=', 'files.get')
      .execute()
    expect(rows).toHaveLength(20)
    expect(rows.every(({ entry }) => entry.startsWith('sealed '))).toBe(true)

    // Neither id is the name of a script or a service.
    await stores[0].changes.publish([{ table: 'event_script', ids: [] }])
    await background.idle()
    expect(await there.of('files.get')).toEqual([])
  })

  it('record events that were requested on the other node', async () => {
    const [here, there] = stores.map((store) => createRecordings({ store, vault, log, clock }))
    if (here === undefined || there === undefined) throw new Error('There are two.')
    expect((await there.current()).concerns('db')).toBe(false)
    await here.begin('DB.get', clock() + 60_000)
    await vi.waitFor(async () => expect((await there.current()).among(['db.GET'])).toEqual(['db.GET']))
    for (let at = 1; at <= 7; at++) there.add('db.GET', { at, password: 'secret' })
    await there.flush()
    const { events, until } = await here.of('DB.get')
    expect([events.length, until]).toEqual([5, clock() + 60_000])
    expect(events[0]).toMatchObject({ event: { at: 7, password: '**********' } })
    clock.advance(61)
    expect((await there.current()).among(['db.get'])).toEqual([])
    expect(await there.of('DB.get')).toMatchObject({ until: null, events: { length: 5 } })
    clock.advance(86_400)
    expect(await there.of('DB.get')).toEqual({ until: null, events: [] })
    await here.begin('other.get', clock() + 60_000)
    await vi.waitFor(async () => {
      const rows = await stores[1].db.selectFrom('script_entry').select('id').execute()
      expect(rows).toEqual([])
    })
    await here.end('other.get')
    await vi.waitFor(async () => expect((await there.current()).concerns('other')).toBe(false))
  })
})
