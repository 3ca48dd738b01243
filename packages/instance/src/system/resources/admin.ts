import { Problem } from '@millwright/contract/problem'
import type { ApiRequest, Applicant } from '../../gateway/api-request.ts'
import type { Parts } from '../../parts.ts'
import type { Key } from '../dialect.ts'
import type { ResourceDeclaration, WriteStep } from '../resource.ts'
import { isRootAdmin } from '../root-admin.ts'
import { admin as shape } from '../shapes/person.ts'
import type { Row } from '../sql-runner.ts'
import { type AdminRoleStep, free, removeOwnRole, renameRole, restrict } from './admin-role.ts'
import { personHooks } from './person.ts'
import { readTabCommand } from './tab-command.ts'

const hooks = personHooks('admin')

/** People who administer the instance; only for root administrators. */
export const admin: ResourceDeclaration = {
  name: 'admin',
  label: 'Administrators',
  description: 'People who administer this instance.',
  shape,
  scope: {
    values: { is_sys_admin: 1 },
    outside: () => new Problem(400, 'This is a user, not an administrator.'),
  },
  ...hooks,
  async guard(request: Applicant, parts: Parts, rest: readonly string[]) {
    if (request.verb === 'GET' && rest[1] === 'session') return
    if (!(await isRootAdmin(request.caller, (sql) => parts.store.statements.first<Row>(sql, [])))) {
      throw new Problem(403, 'Only a root administrator can manage administrators.')
    }
  },
  afterWrite: writeTabs,
  async beforeDelete(step) {
    await hooks.beforeDelete(step)
    const { tx, log, request, parts, id } = step
    await removeOwnRole({ tx, log, author: { caller: request.caller, now: parts.clock() }, adminId: Number(id) })
  },
}

/** What `is_restricted_admin` and `access_by_tabs` ask for (docs/wire/access.md). */
async function writeTabs(step: WriteStep & { readonly id: Key }): Promise<void> {
  const { body, values, previous, tx, log, request, parts } = step
  const adminId = Number(step.id)
  const email = String(values.email ?? previous?.email ?? '')
  const author = { caller: request.caller, now: parts.clock() }
  const role: AdminRoleStep = { tx, log, author, adminId, email }
  const command = readTabCommand(body)
  if (command === null) {
    if (previous !== null && email !== previous.email) await renameRole(role)
    return
  }
  refuseTabs(request, adminId)
  if (command.kind === 'restrict') await restrict(role, command.tabs)
  else if (previous !== null) await free(role)
}

function refuseTabs({ caller }: ApiRequest, adminId: number): void {
  if (!caller.sysadmin) throw new Problem(403, "A restricted administrator cannot change anybody's tabs.")
  if (caller.user?.id === adminId) throw new Problem(403, 'Cannot restrict your own account.')
}
