import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { type Engine, openTestStore, type TestStore } from './test-store.ts'

/**
 * A migrated, empty store for each test of the `describe` where it is called. All are copies of one, as creating the tables on
 * a server takes longer than most tests.
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
