import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../../platform/settings/config.ts'
import {
  createKeyRing,
  findSecret,
  type KeyRing,
  newStoredKey,
  resealed,
  type StoredKeys,
  secretFile,
  type Vault,
} from '../../../platform/vault.ts'
import { keysSetting, parseKeys, storedText } from '../../../store/follow-keys.ts'
import { onExistingStore } from '../../../store/open-store.ts'
import type { Store } from '../../../store/store.ts'
import { type TableName, tableNames } from '../../../store/tables.ts'
import { checkOf, refuseOtherSecret } from '../seed/secret-check.ts'

export interface RotationOptions {
  /** A new secret that can also decrypt the keys, and replaces the current one. */
  readonly nextSecret?: Buffer | null
  /** Maximum milliseconds until every node has noticed a change of the keys. */
  readonly settle?: number
  /** Called with a description of each step. */
  readonly step?: (sentence: string) => void
}

/** Twice the interval at which nodes check on their own. */
const settleShared = 10_000
const settleAlone = 3_000
const batch = 500

/**
 * Adds a new key to the instance, which may be running, and encrypts all stored values with it. Then deletes the previous keys,
 * which signs everyone out (docs/operate/keys.md). The next rotation completes an interrupted one.
 * @returns the number of values that were encrypted again
 */
export async function rotateKey(
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'secret'>,
  { nextSecret = null, settle, step = () => undefined }: RotationOptions = {},
): Promise<number> {
  return onExistingStore(config, { beside: true, newest: true }, async (store) => {
    const secret = findSecret(config)
    if (secret === null)
      throw new Error(`There is no secret in ${secretFile(config.dataFolder)} or MILLWRIGHT_SECRET. Restore it there.`)
    const settled = () => pause(settle ?? (store.engine.store.isShared ? settleShared : settleAlone))
    const ring = createKeyRing(secret)
    const before = await storedText(store.db)
    const known = parseKeys(before)
    ring.adopt(known)
    await checkSecret(store, ring.vault)

    const fresh = newStoredKey(nextSecret === null ? [secret] : [secret, nextSecret])
    const keys = [...(known?.keys ?? [{ id: '', sealed: [] }]), fresh]
    step('Distributing the new key to all nodes …')
    const accepting = await replace(store, before, { current: known?.current ?? '', keys })
    await settled()
    step('Switching all nodes to the new key …')
    const sealing = await replace(store, accepting, { current: fresh.id, keys })
    await settled()
    ring.adopt(parseKeys(sealing))
    step('Re-encrypting stored secrets …')
    let count = 0
    for (let found = await resealAll(store, ring); found > 0; found = await resealAll(store, ring)) {
      count += found
      // A node that has just noticed the change may still be writing with the old key.
      await settled()
    }
    await replace(store, sealing, { current: fresh.id, keys: [fresh] })
    return count
  })
}

async function checkSecret({ db }: Store, vault: Vault): Promise<void> {
  const check = await checkOf(db)
  if (check !== null) refuseOtherSecret(check, vault)
}

/** Returns the text that is stored now. Throws if another process has stored another text meanwhile. */
async function replace(store: Store, before: string | null, keys: StoredKeys): Promise<string> {
  const value = JSON.stringify(keys)
  const done = await store.transaction(async (tx) => {
    if ((await storedText(tx)) !== before) return false
    await tx
      .insertInto('setting')
      .values({ name: keysSetting, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    return true
  })
  if (!done) throw new Error('Another key rotation is in progress. Wait until it is finished.')
  await store.changes.publish([{ table: 'setting', ids: 'all' }])
  return value
}

/** Goes through all rows once. Returns the number of values that were encrypted again. */
async function resealAll(store: Store, ring: KeyRing): Promise<number> {
  let count = 0
  for (const table of tableNames) {
    for await (const row of rowsOf(store, table)) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== 'string' || (table === 'setting' && row.name === keysSetting)) continue
        const fresh = resealed(value, ring)
        if (fresh === value) continue
        await update(store, table, row, column, fresh)
        count += 1
      }
    }
    if (count > 0) await store.changes.publish([{ table, ids: 'all' }])
  }
  return count
}

type Row = Readonly<Record<string, unknown>>

async function* rowsOf({ db }: Store, table: TableName): AsyncGenerator<Row> {
  const run = async (query: RawBuilder<Row>) => (await query.execute(db)).rows
  const first = await run(sql<Row>`select * from ${sql.table(table)} limit 1`)
  if (first[0] === undefined) return
  if (!('id' in first[0])) return void (yield* await run(sql<Row>`select * from ${sql.table(table)}`))
  let rows = await run(sql<Row>`select * from ${sql.table(table)} order by id limit ${sql.lit(batch)}`)
  yield* rows
  // An incomplete page is the last one. Otherwise, concurrent inserts could keep this loop running forever.
  while (rows.length === batch) {
    const last = rows.at(-1)?.id
    rows = await run(sql<Row>`select * from ${sql.table(table)} where id > ${last} order by id limit ${sql.lit(batch)}`)
    yield* rows
  }
}

/** Updates the value only if it has not changed since it was read. The next pass finds those that have. */
async function update({ db }: Store, table: TableName, row: Row, column: string, fresh: string): Promise<void> {
  const own = 'id' in row ? sql`id = ${row.id}` : sql`1 = 1`
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh} where ${own} and ${sql.ref(column)} = ${row[column]}`.execute(
    db,
  )
}
