import { Problem } from '@millwright/contract/problem'
import { isRootAdmin } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { AccessRequest, ApiRequest } from '../../../request/api-request.ts'
import { admin as declared } from '../../ground/models/person-model.ts'
import { actorOf } from '../../ground/system/actor.ts'
import type { ResourceDeclaration, WriteStep } from '../../ground/system/resource.ts'
import { readTabCommand, type TabCommand } from '../roles/role-tabs.ts'
import { type AdminRoleStep, free, removeOwnRole, renameRole, restrict } from './admin-role.ts'
import { personHooks, personTravels } from './person.ts'

const hooks = personHooks('admin')

/** Administrators of the instance, for root administrators only. */
export const adminResource: ResourceDeclaration = {
  name: 'admin',
  label: 'Administrators',
  description: 'People who administer this instance.',
  travels: personTravels,
  declared,
  // Consoles request the apps of an administrator at `admin/{id}/session`.
  ignoresRest: true,
  scope: {
    values: { is_sys_admin: 1 },
    outside: () => new Problem(400, 'This is a user, not an administrator.'),
  },
  ...hooks,
  guard(request: AccessRequest, parts: Parts, rest: readonly string[]) {
    const { verb, caller } = request
    const reads = verb === 'GET'
    if (caller.user?.is_root_admin && (caller.sysadmin || reads)) return undefined
    const isOwnSession = reads && rest[0] === String(caller.user?.id) && rest[1] === 'session'
    return isOwnSession ? undefined : refuseLesser(request, parts)
  },
  afterWrite: writeTabs,
  async beforeDelete(step) {
    await hooks.beforeDelete(step)
    const { tx, log, request, parts, id } = step
    await removeOwnRole({ tx, log, actor: actorOf(request, log, parts), adminId: Number(id) })
  },
}

/** Throws 403 unless the caller may edit administrators. */
export async function refuseLesser(
  { caller }: Pick<AccessRequest, 'caller'>,
  { store }: Pick<Parts, 'store'>,
): Promise<void> {
  if (await isRootAdmin(caller, (sql) => store.statements.first<Row>(sql, []))) return
  throw new Problem(403, 'Only a root administrator can manage administrators.')
}

/** Applies `is_restricted_admin` and `access_by_tabs` (docs/wire/access.md). */
function writeTabs(step: WriteStep & { readonly id: Key }): Promise<void> | undefined {
  const { body, values, previous, tx, log, request, parts } = step
  const command = readTabCommand(body)
  if (command === null && previous === null) return undefined
  const email = String(values.email ?? previous?.email ?? '')
  const actor = actorOf(request, log, parts)
  const role: AdminRoleStep = { tx, log, actor, adminId: Number(step.id), email }
  if (command !== null) return obeyTabs(command, role, step)
  return email === previous?.email ? undefined : renameRole(role)
}

async function obeyTabs(command: TabCommand, role: AdminRoleStep, { request, previous }: WriteStep): Promise<void> {
  refuseTabs(request, role.adminId)
  if (command.kind === 'restrict') await restrict(role, command.tabs)
  else if (previous !== null) await free(role)
}

function refuseTabs({ caller }: ApiRequest, adminId: number): void {
  if (!caller.sysadmin) throw new Problem(403, "A restricted administrator cannot change anyone's tabs.")
  if (caller.user?.id === adminId) throw new Problem(403, 'Cannot restrict your own account.')
}
