import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { sql } from 'kysely'
import type { Clock } from '../../../../platform/clock.ts'
import type { Tx } from '../../../../records/system/sql-runner.ts'
import type { Store } from '../../../../store/store.ts'
import type { UndoStep } from './undo-step.ts'

/** Milliseconds after the last renewal after which the holder of an import counts as dead. */
export const lease = 60_000

export interface StoredStep {
  readonly id: number
  readonly step: UndoStep
}

/** Imports in progress and their undo steps. Each import has one holder at a time. */
export interface JournalStore {
  begin(): Promise<string>
  all(): Promise<ReadonlySet<string>>
  /** Imports with an expired lease, except for those known to be `alive`. */
  dead(alive: ReadonlySet<string>): Promise<readonly Held[]>
  /** Returns false if another holder was faster. */
  claim(held: Held): Promise<boolean>
  /** Renews the lease. Returns false if another holder has taken over the import. */
  renewLease(id: string): Promise<boolean>
  /** Leaves the import to the next holder. */
  release(id: string): Promise<void>
  /** Throws a 503 if another holder has taken over the import, which must not continue then. */
  add(id: string, step: UndoStep): Promise<number>
  /** Like `add`, effective when the transaction is committed. */
  addIn(tx: Tx, id: string, step: UndoStep): Promise<void>
  drop(step: number): Promise<void>
  /** The steps, last first. */
  steps(id: string): Promise<readonly StoredStep[]>
  /** Ends the import with the transaction, and deletes its steps. Throws like `add`. */
  endIn(tx: Tx, id: string): Promise<void>
  /** Like `endIn`, without a transaction. */
  end(id: string): Promise<void>
}

interface Held {
  readonly id: string
  readonly holder: string
  readonly alive_until: number
}

export function createJournalStore({ db, engine }: Pick<Store, 'db' | 'engine'>, clock: Clock): JournalStore {
  const holder = randomUUID()

  return {
    async begin() {
      const id = randomUUID()
      await db
        .insertInto('unfinished_import')
        .values({ id, holder, alive_until: clock() + lease })
        .execute()
      return id
    },
    async all() {
      const rows = await db.selectFrom('unfinished_import').select('id').execute()
      return new Set(rows.map(({ id }) => id))
    },
    async dead(alive) {
      // A store that is not shared has one process at a time, so all earlier imports are over.
      const expired = engine.store.isShared ? clock() : Number.MAX_SAFE_INTEGER
      const rows = await db
        .selectFrom('unfinished_import')
        .selectAll()
        .where('alive_until', '<=', expired)
        .orderBy('id')
        .execute()
      return rows.filter(({ id }) => !alive.has(id))
    },
    async claim({ id, holder: before, alive_until }) {
      const { numUpdatedRows } = await db
        .updateTable('unfinished_import')
        .set({ holder, alive_until: clock() + lease })
        .where('id', '=', id)
        .where('holder', '=', before)
        .where('alive_until', '=', alive_until)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async renewLease(id) {
      const { numUpdatedRows } = await db
        .updateTable('unfinished_import')
        .set({ alive_until: clock() + lease })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async release(id) {
      await db
        .updateTable('unfinished_import')
        .set({ alive_until: 0 })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .execute()
    },
    async add(id, step) {
      const { rows } = await sql<{ id: number }>`
        insert into import_step (import_id, step)
        select id, ${JSON.stringify(step)} from unfinished_import where id = ${id} and holder = ${holder}
        returning id`.execute(db)
      if (rows[0] === undefined) throw takenForDead()
      return Number(rows[0].id)
    },
    async addIn(tx, id, step) {
      await tx.all('INSERT INTO "import_step" ("import_id", "step") VALUES (?, ?)', id, JSON.stringify(step))
    },
    async drop(step) {
      await db.deleteFrom('import_step').where('id', '=', step).execute()
    },
    async steps(id) {
      const rows = await db
        .selectFrom('import_step')
        .select(['id', 'step'])
        .where('import_id', '=', id)
        .orderBy('id', 'desc')
        .execute()
      return rows.map((row) => ({ id: row.id, step: JSON.parse(row.step) as UndoStep }))
    },
    async endIn(tx, id) {
      const ended = await tx.first(
        'DELETE FROM "unfinished_import" WHERE "id" = ? AND "holder" = ? RETURNING "id"',
        id,
        holder,
      )
      if (ended === undefined) throw takenForDead()
    },
    async end(id) {
      const ended = await db
        .deleteFrom('unfinished_import')
        .where('id', '=', id)
        .where('holder', '=', holder)
        .executeTakeFirstOrThrow()
      if (ended.numDeletedRows === 0n) throw takenForDead()
    },
  }
}

const takenForDead = () => new Problem(503, 'The import was interrupted for too long and is rolled back.')
