import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../../gateway/api-request.ts'
import type { Parts } from '../../parts.ts'
import type { ResourceDeclaration } from '../resource.ts'
import { isRootAdmin } from '../root-admin.ts'
import { admin as shape } from '../shapes/person.ts'
import type { Row } from '../sql-runner.ts'
import { personHooks } from './person.ts'

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
  ...personHooks('admin'),
  async guard(request: ApiRequest, parts: Parts, rest: readonly string[]) {
    if (request.verb === 'GET' && rest[1] === 'session') return
    if (!(await isRootAdmin(request.caller, (sql) => parts.store.statements.first<Row>(sql, [])))) {
      throw new Problem(403, 'Only a root administrator can manage administrators.')
    }
  },
}
