import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SiblingEvents, Siblings } from '../platform/siblings.ts'
import { addRole } from '../testing/store-rows.ts'
import { type Change, everything } from './changes.ts'
import { onExistingStore, openStore } from './open-store.ts'
import type { Store } from './store.ts'

/** Workers of one machine, without processes. */
function createHub(): () => Siblings {
  const all = new Set<SiblingEvents>()
  return () => {
    const own = new Set<SiblingEvents>()
    return {
      async tell(text) {
        for (const { heard } of [...all].filter((each) => !own.has(each))) heard(text)
      },
      async beat(beat) {
        for (const { beaten } of own) beaten(beat)
      },
      hear(events) {
        own.add(events)
        all.add(events)
        return () => void all.delete(events)
      },
      ask: () => Promise.reject(new Error('Nothing is kept')),
    }
  }
}

describe('two workers on one SQLite file', () => {
  let dataFolder: string
  let here: Store
  let there: Store

  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'millwright-'))
    const hub = createHub()
    const open = () => openStore({ dataFolder, databaseUrl: null }, Date.now, hub())
    here = await open()
    there = await open()
  })
  afterEach(async () => {
    await Promise.all([here.close(), there.close()])
    await rm(dataFolder, { recursive: true, force: true })
  })

  const names = async ({ db }: Store) =>
    (await db.selectFrom('role').select('name').orderBy('id').execute()).map(({ name }) => name)

  it('write by turns, and read meanwhile', async () => {
    const written: Promise<unknown>[] = []
    await here.transaction(async (tx) => {
      await addRole(tx, 'first')
      written.push(
        addRole(there.db, 'second'),
        there.transaction((other) => addRole(other, 'third')),
        there.writeBriefly((statements) => Promise.resolve(statements.all("delete from role where name = 'none'", []))),
      )
      expect(await names(there)).toEqual([])
    })
    await Promise.all(written)
    expect(new Set(await names(here))).toEqual(new Set(['first', 'second', 'third']))
  })

  it('hear of changes in advance and once they are committed, also if the other one dies in between', async () => {
    const heard: Change[] = []
    there.changes.subscribe((change) => heard.push(change))
    const change: Change = { table: 'role', ids: [1] }
    await here.write(async (statements) => {
      await here.changes.publishIn(statements, [change])
      expect(heard).toEqual([change])
    })
    await expect.poll(() => heard.length).toBeGreaterThan(1)
    here.changes.publishHere([change])
    expect(new Set(heard.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(change)]))
  })

  it('notice what commands of operators change, but not each other', async () => {
    const heard: Change[] = []
    there.changes.subscribe((change) => heard.push(change))
    await addRole(here.db, 'by a worker')
    await onExistingStore({ dataFolder, databaseUrl: null }, { beside: true, newest: true }, async (store) => {
      await addRole(store.db, 'by a command')
      await store.transaction((tx) => addRole(tx, 'by another command'))
    })
    await expect.poll(() => heard.length).toBe(everything.length)
    expect(await names(there)).toEqual(['by a worker', 'by a command', 'by another command'])
  })
})
