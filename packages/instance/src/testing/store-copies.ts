import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { type Engine, openTestStore, type TestStore } from './test-store.ts'

/**
 * A store with the newest tables and no rows for each test of the `describe` where it is called. They are copies of one: on a server, making the
 * tables takes longer than most tests.
 */
export function storeCopies(engine: Engine): () => Promise<TestStore> {
  let model: TestStore
  beforeAll(async () => {
    model = await openTestStore(engine)
    await model.store.close()
  })
  afterAll(() => model.close())
  return () => openTestStore(engine, systemClock, model)
}
