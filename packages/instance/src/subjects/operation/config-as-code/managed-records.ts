import type { ConfigValues } from '@millwright/contract/wire/config'
import type { Tx } from '../../../records/system/sql-runner.ts'
import type { Store } from '../../../store/store.ts'
import type { Applied } from './differences.ts'
import { settingOr } from './setting-or.ts'

/** A record that belongs to a folder of configuration. */
export interface ManagedRecord extends Applied {
  readonly type: string
  readonly name: string
  readonly owner: string
  readonly file: string | null
}

/** The text by which a record is known among those of all types. */
export const recordId = (type: string, name: string) => `${type}/${name}`

/** All managed records, by `recordId`. */
export async function readManaged({ db }: Pick<Store, 'db'>): Promise<ReadonlyMap<string, ManagedRecord>> {
  const rows = await db.selectFrom('managed_record').selectAll().execute()
  const records = rows.map(({ type, name, owner, file, sent, stored }): ManagedRecord => {
    return { type, name, owner, file, sent: parsed(sent), stored: parsed(stored) }
  })
  return new Map(records.map((record) => [recordId(record.type, record.name), record]))
}

const parsed = (text: string): ConfigValues => JSON.parse(text)

/** Stores who manages a record, and what the apply left. */
export async function keepManaged(tx: Tx, { type, name, owner, file, sent, stored }: ManagedRecord): Promise<void> {
  await tx.all(
    `INSERT INTO "managed_record" ("type", "name", "owner", "file", "sent", "stored") VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT ("type", "name") DO UPDATE SET "owner" = excluded."owner", "file" = excluded."file",
        "sent" = excluded."sent", "stored" = excluded."stored"`,
    ...[type, name, owner, file, JSON.stringify(sent), JSON.stringify(stored)],
  )
}

export async function forgetManaged(tx: Tx, type: string, name: string): Promise<void> {
  await tx.all('DELETE FROM "managed_record" WHERE "type" = ? AND "name" = ?', type, name)
}

const generationSetting = 'config_generation'

/** Counts applies. An apply that was planned at one generation is only committed at it, so that two never mix. */
export async function readGeneration(store: Pick<Store, 'db'>): Promise<string> {
  return settingOr(store, generationSetting, () => '0')
}

/** Returns false if another apply was faster; waits for one that is not committed yet. */
export async function takeGeneration(tx: Tx, generation: string): Promise<boolean> {
  const taken = await tx.all(
    'UPDATE "setting" SET "value" = ? WHERE "name" = ? AND "value" = ? RETURNING "name"',
    ...[String(Number(generation) + 1), generationSetting, generation],
  )
  return taken.length > 0
}
