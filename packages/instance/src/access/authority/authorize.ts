import { changedColumns, isTurnedOn } from '../../records/system/authorship.ts'
import type { Authorization, Authorize } from '../../records/system/declared-table.ts'
import { hasClass, type TableAuthority } from '../../records/system/table-authority.ts'
import type { Author } from '../../request/caller.ts'
import { rejectScriptChangeByAppPassword } from '../app-passwords.ts'
import { requireFullAdmin } from '../full-admin.ts'
import { requireRightsOfRole } from '../handed-role.ts'
import { requireRightsAtNamed } from './named-records.ts'
import { requirePublicFolder } from './published-folder.ts'
import { requireRightsForSettings, type SettingsParts } from './settings-authority.ts'

/** Whether an author is a full administrator now. */
type IsFullAdmin = (author: Author) => Promise<boolean>

/**
 * Enforces what tables declare about the authority of written values, each class in one place: for callers who are not full administrators,
 * and for app passwords (docs/security/authority.md).
 */
export function createAuthorize(parts: SettingsParts, isFullAdmin: IsFullAdmin): Authorize {
  return async (write) => {
    const { authority } = write.declared
    const { caller } = write.actor
    if (authority === null || (caller.sysadmin && !caller.byAppPassword)) return
    const changed = changedIn(write)
    rejectRunsLater(write, authority, changed)
    await rejectReserved(write, authority, changed, isFullAdmin)
    if (write.change.values === null) return rejectTaken(write, authority)
    await requireRightsAtNamed(write, authority, changed)
    await requireGranted(write, authority, changed)
    await requirePublicFolder(write, authority)
    await requireRightsForSettings(write, authority, parts)
  }
}

/** The columns that a write changes to something that confers more: deactivating a record confers nothing. */
function changedIn({ change, actor }: Authorization): readonly string[] {
  const { values, previous } = change
  if (values === null) return []
  const step = { values, previous }
  return changedColumns(step, actor.vault).filter((name) => name !== 'is_active' || isTurnedOn(step))
}

/** When it runs, nothing shows any more that a program wrote it. */
function rejectRunsLater({ actor }: Authorization, { columns }: TableAuthority, changed: readonly string[]): void {
  if (changed.some((name) => hasClass(columns[name], 'runs later'))) rejectScriptChangeByAppPassword(actor.caller)
}

async function rejectReserved(
  { tx, change, actor }: Authorization,
  { columns, reserved }: TableAuthority,
  changed: readonly string[],
  isFullAdmin: IsFullAdmin,
): Promise<void> {
  const { values, previous } = change
  const confers = values === null || changedColumns({ values, previous }, actor.vault).some(isMore)
  if (!confers) return
  for (const name of changed) {
    if (hasClass(columns[name], 'reserved'))
      requireFullAdmin(actor.caller, `Only full administrators can change '${name}'.`)
  }
  if (reserved === undefined) return
  const asked = { tx, vault: actor.vault, isFullAdmin }
  const why =
    (previous === null ? null : await reserved(previous, { ...asked, when: 'before' })) ??
    (values === null ? null : await reserved({ ...previous, ...values }, { ...asked, when: 'after' }))
  if (why !== null) requireFullAdmin(actor.caller, why)

  function isMore(name: string): boolean {
    return columns[name] !== undefined && columns[name] !== 'plain'
  }
}

async function requireGranted(
  { tx, change, actor }: Authorization,
  { columns, grants, takes }: TableAuthority,
  changed: readonly string[],
): Promise<void> {
  if (grants === undefined || !changed.some((name) => hasClass(columns[name], 'grants'))) return
  const { previous } = change
  if (takes && previous !== null) await requireRightsOfRole(tx, actor.caller, grants(previous))
  await requireRightsOfRole(tx, actor.caller, grants({ ...previous, ...change.values }))
}

async function rejectTaken({ tx, change, actor }: Authorization, { grants, takes }: TableAuthority): Promise<void> {
  if (grants === undefined || !takes || change.previous === null) return
  await requireRightsOfRole(tx, actor.caller, grants(change.previous))
}
