import type { Session } from '@millwright/connector/engine/engine'
import { describe, expect, it } from 'vitest'
import { openBehindRelay } from '../../testing/databases/behind-relay.ts'
import { suiteEngines } from '../../testing/databases/test-engines.ts'
import type { BatchWork } from '../batch-run.ts'
import { writeBatch } from '../write-batch.ts'
import { databasePlace } from './history/change-notes.ts'

describe.each(suiteEngines.filter(({ type }) => type !== 'sqlite'))('a batch on $name', (suite) => {
  const where = it.skipIf(!suite.keepsSessions)

  /** Returns records of which one closes the connection to the server before it is written. */
  async function batchThatEndsAt(last: number) {
    const { database, relay } = await openBehindRelay(suite)
    await database.run({ sql: 'CREATE TABLE note (id int NOT NULL PRIMARY KEY)', values: [] })
    const insert = async (session: Session, ids: readonly number[]) => {
      if (ids.includes(last)) await relay.shut()
      await session.run({ sql: `INSERT INTO note VALUES ${ids.map((id) => `(${id})`).join()}`, values: [] })
      return ids
    }
    const work: BatchWork<Session, number, number> = {
      count: 2_500,
      prepare: (position) => position,
      write: async (session, id) => (await insert(session, [id])).length,
      groups: { most: 500, nameOf: () => 'same', write: insert },
      isCompound: () => false,
      separate: false,
    }
    const place = databasePlace(suite.engine, database, null, undefined)
    const count = async () => {
      await relay.open()
      return (await database.run({ sql: 'SELECT id FROM note', values: [] })).rows.length
    }
    return { write: (options: { rollback: boolean; goOn: boolean }) => writeBatch(place, work, options), count }
  }

  where('keeps nothing with rollback if the server fails midway', async () => {
    const { write, count } = await batchThatEndsAt(1_200)
    await expect(write({ rollback: true, goOn: false })).rejects.toMatchObject({ status: 503 })
    expect(await count()).toBe(0)
  })

  where.each([false, true])('reports which records were kept without rollback, continue=%s', async (goOn) => {
    const { write, count } = await batchThatEndsAt(1_200)
    const outcomes = await write({ rollback: false, goOn })
    const done = outcomes.filter((outcome) => 'done' in outcome)
    expect(outcomes.at(-1)).toMatchObject({ problem: { status: 503 } })
    expect(outcomes).toHaveLength(done.length + 1)
    expect(await count()).toBe(done.length)
    expect(done.length).toBeGreaterThan(0)
  })
})
