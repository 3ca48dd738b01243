import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { changedColumns, isTurnedOn } from '../../records/system/authorship.ts'
import type { Authorize, AuthorizedChange } from '../../records/system/declared-table.ts'
import type { Tx } from '../../records/system/sql-runner.ts'
import { hasClass, namesIn, type TableAuthority } from '../../records/system/table-authority.ts'
import type { Author, Caller } from '../../request/caller.ts'
import type { TableName } from '../../store/tables.ts'
import { decide } from '../decide.ts'
import { requireRightsOfRole } from '../handed-role.ts'
import { isFullAdmin, rejectScriptChangeByProgram, requireFullAdmin } from '../required-rights.ts'
import { mayUseService } from '../rule-match.ts'
import { requireRightsForSettings, type SettingsParts } from './settings-authority.ts'

/** Whether an author is a full administrator now. */
type IsFullAdmin = (author: Author) => Promise<boolean>

/**
 * Enforces what tables declare about the authority of written values, each class in one place: for callers who are not full administrators,
 * and for programs (docs/security/authority.md).
 */
export function createAuthorize(parts: SettingsParts, isFullAuthor: IsFullAdmin): Authorize {
  return async (write) => {
    const { authority } = write.declared
    const { caller } = write.actor
    if (authority === null || isFullAdmin(caller)) return
    const changed = changedIn(write)
    rejectRunsLater(write, authority, changed)
    await rejectReserved(write, authority, changed, isFullAuthor)
    if (write.change.values === null) return rejectTaken(write, authority)
    await requireRightsAtNamed(write, authority, changed)
    await requireGranted(write, authority, changed)
    await requirePublicFolder(write, authority)
    await requireRightsForSettings(write, authority, parts)
  }
}

/** The columns that a write changes to something that confers more: deactivating a record confers nothing. */
function changedIn({ change, actor }: AuthorizedChange): readonly string[] {
  const { values, previous } = change
  if (values === null) return []
  const step = { values, previous }
  return changedColumns(step, actor.vault).filter((name) => name !== 'is_active' || isTurnedOn(step))
}

/** When it runs, nothing shows any more that a program wrote it. */
function rejectRunsLater({ actor }: AuthorizedChange, { columns }: TableAuthority, changed: readonly string[]): void {
  if (changed.some((name) => hasClass(columns[name], 'runs later'))) rejectScriptChangeByProgram(actor.caller)
}

async function rejectReserved(
  { tx, change, actor }: AuthorizedChange,
  { columns, reserved }: TableAuthority,
  changed: readonly string[],
  isFullAuthor: IsFullAdmin,
): Promise<void> {
  const { values, previous } = change
  const confers = values === null || changedColumns({ values, previous }, actor.vault).some(isMore)
  if (!confers) return
  for (const name of changed) {
    if (hasClass(columns[name], 'reserved'))
      requireFullAdmin(actor.caller, `Only full administrators can change '${name}'.`)
  }
  if (reserved === undefined) return
  const context = { tx, vault: actor.vault, kinds: actor.kinds, isFullAdmin: isFullAuthor }
  const why =
    (previous === null ? null : await reserved(previous, { ...context, when: 'before' })) ??
    (values === null ? null : await reserved({ ...previous, ...values }, { ...context, when: 'after' }))
  if (why !== null) requireFullAdmin(actor.caller, why)

  function isMore(name: string): boolean {
    return columns[name] !== undefined && columns[name] !== 'plain'
  }
}

async function requireGranted(
  { tx, change, actor }: AuthorizedChange,
  { columns, grants, takes }: TableAuthority,
  changed: readonly string[],
): Promise<void> {
  if (grants === undefined || !changed.some((name) => hasClass(columns[name], 'grants'))) return
  const { previous } = change
  if (takes && previous !== null) await requireRightsOfRole(tx, actor.caller, grants(previous))
  await requireRightsOfRole(tx, actor.caller, grants({ ...previous, ...change.values }))
}

async function rejectTaken({ tx, change, actor }: AuthorizedChange, { grants, takes }: TableAuthority): Promise<void> {
  if (grants === undefined || !takes || change.previous === null) return
  await requireRightsOfRole(tx, actor.caller, grants(change.previous))
}

/** Throws 403 if a changed column names a record that the caller may not read; services may also be those that the caller may use. */
async function requireRightsAtNamed(
  { tx, change, actor }: AuthorizedChange,
  { columns }: TableAuthority,
  changed: readonly string[],
): Promise<void> {
  for (const column of changed) {
    const id = change.values?.[column]
    if (typeof id !== 'number') continue
    for (const table of namesIn(columns[column])) {
      const row = await tx.first(`SELECT * FROM "${table}" WHERE "id" = ?`, id)
      if (row === undefined) continue
      if (mayRead(actor.caller, resourceOf(table, row), id)) continue
      if (table === 'service' && mayUseService(actor.caller, String(row.name).toLowerCase())) continue
      throw new Problem(403, `Access Forbidden. '${column}' names a record to which you have no access.`)
    }
  }
}

/** Whether the caller may read a record of `system`, alone or in the list. */
function mayRead(caller: Caller, resource: string, id: number): boolean {
  const accessQuestion = { verb: 'GET', service: 'system', requestor: 'API', caller } as const
  return [`${resource}/${id}`, resource].some((path) => decide({ ...accessQuestion, resource: path }, []).allowed)
}

function resourceOf(table: TableName, row: Readonly<Record<string, unknown>>): string {
  return table === 'user' && row.is_sys_admin === 1 ? 'admin' : table
}

/** Throws 403 if the row publishes a folder of a file service that is not public already, unless the caller is a full administrator. */
async function requirePublicFolder(
  { tx, change, actor }: AuthorizedChange,
  { publishes }: TableAuthority,
): Promise<void> {
  const { previous, values } = change
  const folder = publishes?.({ ...previous, ...values }) ?? null
  if (folder === null) return
  const before = previous === null ? null : (publishes?.(previous) ?? null)
  if (before?.serviceId === folder.serviceId && before.folder === folder.folder) return
  if (await isPublic(tx, folder.serviceId, folder.folder)) return
  requireFullAdmin(
    actor.caller,
    `Only full administrators can publish the folder '${folder.folder}', which is not public.`,
  )
}

async function isPublic(tx: Tx, serviceId: number, folder: string): Promise<boolean> {
  const row = await tx.first('SELECT "config" FROM "service" WHERE "id" = ?', serviceId)
  const config: unknown = typeof row?.config === 'string' ? JSON.parse(row.config) : null
  const paths: unknown = isRecord(config) ? config.public_path : null
  const wanted = namesOf(folder)
  return (
    Array.isArray(paths) &&
    paths.some((path) => {
      const names = namesOf(String(path))
      return names.length > 0 && names.every((name, at) => wanted[at] === name)
    })
  )
}

const namesOf = (path: string) => path.split('/').filter((name) => name !== '')
