import { isDeepStrictEqual } from 'node:util'
import type { ConfigDifference, ConfigValues } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Tx } from '../../../records/system/sql-runner.ts'
import type { Store } from '../../../store/store.ts'
import { isFingerprint, settingOr } from './config-secrets.ts'

/** A record that belongs to a folder of configuration. */
export interface ManagedRecord extends Applied {
  readonly type: string
  readonly name: string
  readonly owner: string
  readonly file: string | null
}

/** The text by which a record is known among those of all types. */
export const managedId = (type: string, name: string) => `${type}/${name}`

/** All managed records, by `recordId`. */
export async function readManaged({ db }: Pick<Store, 'db'>): Promise<ReadonlyMap<string, ManagedRecord>> {
  const rows = await db.selectFrom('managed_record').selectAll().execute()
  const records = rows.map(({ type, name, owner, file, sent, stored }): ManagedRecord => {
    return { type, name, owner, file, sent: parsed(sent), stored: parsed(stored) }
  })
  return new Map(records.map((record) => [managedId(record.type, record.name), record]))
}

const parsed = (text: string): ConfigValues => JSON.parse(text)

/** Stores who manages a record, and what the apply left. */
export async function keepManaged(tx: Tx, { type, name, owner, file, sent, stored }: ManagedRecord): Promise<void> {
  await tx.all(
    `INSERT INTO "managed_record" ("type", "name", "owner", "file", "sent", "stored") VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT ("type", "name") DO UPDATE SET "owner" = excluded."owner", "file" = excluded."file",
        "sent" = excluded."sent", "stored" = excluded."stored"`,
    type,
    name,
    owner,
    file,
    JSON.stringify(sent),
    JSON.stringify(stored),
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
    String(Number(generation) + 1),
    generationSetting,
    generation,
  )
  return taken.length > 0
}

/** What an apply left: the values that it was sent, and those that it stored, both with fingerprints. */
interface Applied {
  readonly sent: ConfigValues
  readonly stored: ConfigValues
}

/**
 * The members in which a stored record differs from a sent one, those within `parts` each for itself. A value that the instance stores in another form than
 * it was sent does not differ while both are as after the last apply.
 */
export function configDifferences(
  stored: ConfigValues,
  sent: ConfigValues,
  last: Applied | null,
  parts: readonly string[] = ['config'],
): ConfigDifference[] {
  return differing('', { stored, sent, last, parts })
}

interface Compared extends Applied {
  readonly last: Applied | null
  /** Members whose members are compared each for itself. */
  readonly parts: readonly string[]
}

function differing(inside: string, { stored, sent, last, parts }: Compared): ConfigDifference[] {
  const names = [...new Set([...Object.keys(sent), ...Object.keys(stored)])]
  return names.flatMap((name): ConfigDifference[] => {
    const from = stored[name] ?? null
    const to = sent[name] ?? null
    if (isDeepStrictEqual(from, to)) return []
    const before = last === null ? null : { sent: last.sent[name] ?? null, stored: last.stored[name] ?? null }
    if (before !== null && isDeepStrictEqual(before.sent, to) && isDeepStrictEqual(before.stored, from)) return []
    const isList = Array.isArray(from) || Array.isArray(to)
    if (inside === '' && parts.includes(name) && !isList) {
      const within = before === null ? null : { sent: members(before.sent), stored: members(before.stored) }
      return differing(`${name}.`, { stored: members(from), sent: members(to), last: within, parts })
    }
    return [{ field: `${inside}${name}`, ...shown(from, to) }]
  })
}

const members = (value: unknown): ConfigValues => (isRecord(value) && !isFingerprint(value) ? value : {})

/** Secrets are told by their name alone. */
function shown(from: unknown, to: unknown): Pick<ConfigDifference, 'from' | 'to'> {
  return isFingerprint(from) || isFingerprint(to) ? {} : { from: masked(from), to: masked(to) }
}

/** A value for people, with what stands for secrets replaced. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (isFingerprint(value)) return '(secret)'
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member)]))
}
