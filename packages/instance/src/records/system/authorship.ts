import { isDeepStrictEqual } from 'node:util'
import { settingClass } from '@millwright/contract/access/authority'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Vault } from '../../platform/vault.ts'
import { type Author, type Caller, programAuthor } from '../../request/caller.ts'
import { fullAccess } from '../../request/compiled-role.ts'
import type { Actor, DeclaredChange, DeclaredTable } from './declared-table.ts'
import type { RowReading } from './row-reading.ts'
import type { Row, Tx } from './sql-runner.ts'
import { hasClass, type TableAuthority } from './table-authority.ts'
import type { WriteLog } from './write-log.ts'

/** Placeholder for deleted authors, and for writes that need the rights of several: it has no access. */
export const noAccessAuthorId = 0

/** Returns the author of what a caller writes. */
export function writerOf({ sysadmin, user, app, role, narrowedBy, program }: Caller): Author {
  if (sysadmin) return { userId: user?.id ?? null, appId: program === undefined ? null : programAuthor }
  const [first, ...more] = narrowedBy ?? []
  if (first === undefined)
    return { userId: user?.id ?? (app === null ? noAccessAuthorId : null), appId: app?.id ?? null }
  // What needed the rights of two callers is attributed to neither.
  return role === fullAccess && more.length === 0 ? first.author : { userId: noAccessAuthorId, appId: null }
}

type WritingActor = Pick<Actor, 'caller' | 'vault' | 'kinds'>

/** Returns the columns that store a row's author; empty if the write does not change it. */
export function authorColumns(declared: DeclaredTable, change: DeclaredChange, actor: WritingActor): Row {
  if (!declared.authored || !makesAuthor(declared, change, actor)) return {}
  const { userId, appId } = writerOf(actor.caller)
  return { author_id: userId, author_app_id: appId }
}

/**
 * A caller who changes executable content becomes its author. A full administrator who saves it unchanged or only activates it does not;
 * other callers also become the author of what they activate.
 */
function makesAuthor({ authority }: DeclaredTable, change: DeclaredChange, actor: WritingActor): boolean {
  if (change.previous === null) return true
  return changedColumns(change, actor.vault).some((name) => {
    if (name === 'is_active') return !actor.caller.sysadmin && isTurnedOn(change)
    if (name === settingsColumn && !changesMore(authority, change, actor)) return false
    return hasClass(authority?.columns[name], 'runs later') || hasClass(authority?.columns[name], 'decides')
  })
}

/** The column of settings, in tables that declare them. */
const settingsColumn = 'config'

/** Whether settings change that confer anything: who changes a plain one does not answer for the others. */
function changesMore(
  authority: TableAuthority | null,
  { values, previous }: DeclaredChange,
  reading: RowReading,
): boolean {
  const was = previous === null ? null : authority?.settings?.(previous, reading)
  const is = authority?.settings?.({ ...previous, ...values }, reading)
  if (!was || !is) return true
  return Object.entries(is.fields).some(
    ([name, field]) =>
      settingClass(field.authority) !== 'plain' && !isEqualValue(was.values[name] ?? null, is.values[name] ?? null),
  )
}

/** Whether a change activates the row. */
export function isTurnedOn({ values, previous }: DeclaredChange): boolean {
  return values.is_active === 1 && previous?.is_active !== 1
}

/** The columns whose values a write changes, compared without encryption. */
export function changedColumns({ values, previous }: DeclaredChange, vault: Vault): string[] {
  const isChanged = (name: string) =>
    values[name] !== undefined &&
    (previous === null || !isEqualValue(readable(values[name], vault), readable(previous[name], vault)))
  return Object.keys(values).filter(isChanged)
}

/** Whether two values have the same members, in any order. */
export const isEqualValue = (one: unknown, other: unknown) => isDeepStrictEqual(one, other)

/** Normalizes a stored value: without member order and encryption, to compare settings regardless of how they are stored. */
function readable(value: unknown, vault: Vault): unknown {
  if (Array.isArray(value)) return value.map((each) => readable(each, vault))
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, readable(each, vault)]))
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
    return readable(JSON.parse(text), vault)
  } catch {
    return text
  }
}

const tables = [
  'event_script',
  'service',
  'scheduler_task',
  'lookup',
  'custom_api_endpoint',
  'published_endpoint',
  'webhook',
] as const

/**
 * Reassigns the work of a user who is about to be deleted: that of a full administrator stays with the instance, that of anyone else
 * loses all access until a caller with rights saves it again.
 */
export async function reassignWork(tx: Tx, log: WriteLog, person: Row): Promise<void> {
  const isRestricted =
    person.is_sys_admin !== 1 ||
    (await tx.first('SELECT "id" FROM "user_to_app_to_role" WHERE "user_id" = ? LIMIT 1', person.id)) !== undefined
  const heir = isRestricted ? noAccessAuthorId : null
  for (const table of tables) {
    const left = await tx.all(
      `UPDATE "${table}"
        SET "author_id" = CASE WHEN "author_app_id" = ${programAuthor} THEN ${noAccessAuthorId} ELSE ? END, "author_app_id" = NULL
        WHERE "author_id" = ? RETURNING *`,
      heir,
      person.id,
    )
    if (left.length > 0) log.changed(table, ...left.flatMap(({ id }) => (id === undefined ? [] : [Number(id)])))
  }
}
