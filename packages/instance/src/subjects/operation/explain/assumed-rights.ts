import { type FieldMessages, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type AccessRow, compileRole } from '../../../access/compile-role.ts'
import type { Authorities } from '../../../gateway/parts.ts'
import type { Fields } from '../../../request/body.ts'
import type { Author, Authority } from '../../../request/caller.ts'
import type { CompiledRole } from '../../../request/compiled-role.ts'
import type { Store } from '../../../store/store.ts'

/** An unsaved role: its access rows, which refer to services by id only. */
export interface DraftRole {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
  readonly rows: readonly Omit<AccessRow, 'service_name'>[]
}

const rowsMember = 'role_service_access_by_role_id'

/**
 * Parses the role in a request for an explanation (docs/wire/access.md), or returns `null` if it has none. Rows without an id
 * are numbered -1, -2 … in order. Errors are added to `problems` under `role`.
 */
export function draftRoleIn(fields: Fields, problems: FieldMessages): DraftRole | null {
  const sent = Object.hasOwn(fields, 'role') ? (fields.role ?? null) : null
  if (sent === null) return null
  const rows = isRecord(sent) ? (sent[rowsMember] ?? []) : null
  if (!isRecord(sent) || !Array.isArray(rows)) {
    problems.role = [`role must be a role with ${rowsMember}.`]
    return null
  }
  const read = rows.map(rowOf)
  const wrong = read.indexOf(null)
  if (wrong >= 0) problems.role = [`Access row ${wrong + 1} of role cannot be read.`]
  return {
    id: isWhole(sent.id) ? sent.id : 0,
    name: typeof sent.name === 'string' ? sent.name : '',
    isActive: sent.is_active !== false,
    rows: read.filter((row) => row !== null),
  }
}

function rowOf(sent: unknown, index: number): DraftRole['rows'][number] | null {
  if (!isRecord(sent)) return null
  const { id, service_id = null, component = null, verb_mask = 0, requestor_mask = 1, filters = null, filter_op } = sent
  if (service_id !== null && !isWhole(service_id)) return null
  if (component !== null && typeof component !== 'string') return null
  if (!isMask(verb_mask, 31) || !isMask(requestor_mask, 3)) return null
  return {
    id: isWhole(id) ? id : -1 - index,
    service_id,
    component,
    verb_mask,
    requestor_mask,
    filters: filters === null ? null : JSON.stringify(filters),
    filter_op: typeof filter_op === 'string' ? filter_op : 'and',
  }
}

/** @param names names of all services, by id */
export function compileDraft(
  { id, name, isActive, rows }: DraftRole,
  names: ReadonlyMap<number, string>,
): CompiledRole {
  const named = rows.map((row) => ({
    ...row,
    service_name: row.service_id === null ? null : (names.get(row.service_id) ?? null),
  }))
  return compileRole({ id, name, is_active: isActive ? 1 : 0 }, named)
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const isMask = (value: unknown, most: number): value is number => isWhole(value) && value >= 0 && value <= most

/** What makes the explained request: a script, by name, or a task. With neither, the caller does. */
export interface MadeBy {
  readonly script: string | null
  readonly taskId: number | null
}

/**
 * Returns the author's rights that restrict requests of a script or task, or `null` if nothing restricts them. Throws a 404 if
 * it does not exist.
 */
export type FindAuthorAuthority = (originator: MadeBy) => Promise<Authority | null>

export function createAuthorityBehind({ db }: Pick<Store, 'db'>, authorities: Authorities): FindAuthorAuthority {
  const written = ['author_id', 'author_app_id'] as const

  async function authorOf({ script, taskId }: MadeBy): Promise<Author | null> {
    if (script === null && taskId === null) return null
    const row = script === null ? await task(taskId ?? 0) : await scriptNamed(script)
    if (row === undefined) {
      const what = script === null ? `task with the identifier ${taskId}` : `script '${script}'`
      throw new Problem(404, `There is no ${what}.`)
    }
    return { userId: row.author_id, appId: row.author_app_id }
  }

  const task = (id: number) => db.selectFrom('scheduler_task').select(written).where('id', '=', id).executeTakeFirst()

  async function scriptNamed(name: string) {
    const atEvent = await db.selectFrom('event_script').select(written).where('name', '=', name).executeTakeFirst()
    return (
      atEvent ??
      (await db
        .selectFrom('service')
        .select(written)
        .where('name', '=', name)
        .where('type', 'in', ['nodejs', 'php', 'python', 'python3'])
        .executeTakeFirst())
    )
  }

  return async (originator) => {
    const author = await authorOf(originator)
    return author === null ? null : await authorities(author)
  }
}
