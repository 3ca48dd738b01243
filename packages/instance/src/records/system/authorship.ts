import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Vault } from '../../platform/vault.ts'
import type { Author, Caller } from '../../request/caller.ts'
import { everything } from '../../request/compiled-role.ts'
import type { Actor, DeclaredTable, RowChange } from './declared-table.ts'
import type { Row, Tx } from './sql-runner.ts'
import type { WriteLog } from './write-log.ts'

/** Stands for authors who are gone, and for those of whom one is not enough: nothing is allowed to them. */
export const nobodyId = 0

/** Who is the author of what a caller writes. */
export function writerOf({ sysadmin, user, app, role, narrowedBy }: Caller): Author {
  if (sysadmin) return { userId: user?.id ?? null, appId: null }
  const [first, ...more] = narrowedBy ?? []
  if (first === undefined) return { userId: user?.id ?? (app === null ? nobodyId : null), appId: app?.id ?? null }
  // What two had to allow is neither's alone.
  return role === everything && more.length === 0 ? first.author : { userId: nobodyId, appId: null }
}

/** The columns that keep who wrote a row; empty when the write makes nobody its author. */
export function stampOf(
  declared: DeclaredTable,
  change: RowChange,
  { caller, vault }: Pick<Actor, 'caller' | 'vault'>,
): Row {
  if (declared.authored === null || !makesAuthor(declared.authored, change, caller, vault)) return {}
  const { userId, appId } = writerOf(caller)
  return { author_id: userId, author_app_id: appId }
}

/**
 * Whoever changes what runs is its author from then on. A full administrator who saves what somebody wrote as it is, or only
 * starts it, has not written it; anybody else answers for what they start.
 */
function makesAuthor(
  authored: readonly string[],
  { values, previous }: RowChange,
  caller: Caller,
  vault: Vault,
): boolean {
  if (previous === null) return true
  const readable = (value: unknown) => plain(value, vault)
  const isChanged = (name: string) =>
    values[name] !== undefined && !isDeepStrictEqual(readable(values[name]), readable(previous[name]))
  return authored.some(isChanged) || (!caller.sysadmin && values.is_active === 1 && previous.is_active !== 1)
}

/** Without order and without encryption: settings are the same however they are kept. */
function plain(value: unknown, vault: Vault): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each, vault))
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, vault)]))
  if (typeof value !== 'string') return value
  if (value.startsWith('{')) return parsed(value, vault)
  try {
    return vault.open(value)
  } catch {
    return value
  }
}

function parsed(text: string, vault: Vault): unknown {
  try {
    return plain(JSON.parse(text), vault)
  } catch {
    return text
  }
}

const tables = ['event_script', 'service', 'scheduler_task', 'lookup'] as const

/**
 * What becomes of the work of somebody who is about to be deleted: a full administrator's stays the instance's, and to
 * anybody else's nothing is allowed until somebody with rights writes it again.
 */
export async function leaveWork(tx: Tx, log: WriteLog, person: Row): Promise<void> {
  const isRestricted =
    person.is_sys_admin !== 1 ||
    (await tx.first('SELECT "id" FROM "user_to_app_to_role" WHERE "user_id" = ? LIMIT 1', person.id)) !== undefined
  const heir = isRestricted ? nobodyId : null
  for (const table of tables) {
    const left = await tx.all(
      `UPDATE "${table}" SET "author_id" = ?, "author_app_id" = NULL WHERE "author_id" = ? RETURNING *`,
      heir,
      person.id,
    )
    if (left.length > 0) log.changed(table, ...left.flatMap(({ id }) => (id === undefined ? [] : [Number(id)])))
  }
}
