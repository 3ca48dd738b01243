import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openStore } from '../../store/open-store.ts'
import { testClock } from '../../testing/test-clock.ts'
import { createTestPlace } from '../../testing/test-store.ts'
import { createScriptIndexes } from '../events/script-index.ts'
import { createQueueStore, type QueuedJob } from './queue-store.ts'

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

describe('two nodes on one PostgreSQL', async () => {
  async function nodes() {
    const place = await createTestPlace('postgres')
    onTestFinished(place.remove)
    const clock = testClock()
    const open = async () => {
      const store = await openStore(place, clock)
      onTestFinished(store.close)
      return store
    }
    return { clock, stores: [await open(), await open()] as const }
  }

  it('know at once of scripts that were changed at the other', async () => {
    const { stores } = await nodes()
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

  it('run every queued script once, in the order of its coming, and take over from one that died', async () => {
    const { clock, stores } = await nodes()
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
})
