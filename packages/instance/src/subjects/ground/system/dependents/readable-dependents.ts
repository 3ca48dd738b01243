import type { DependentGroup, Dependents } from '@millwright/contract/wire/dependents'
import { decide } from '../../../../access/decide.ts'
import { isRootAdmin } from '../../../../access/root-admin.ts'
import type { Tx } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { visibleServices } from '../../models/service-model.ts'

/** The groups of dependents whose resources the caller may read, and how many others there are. */
export async function readableDependents(
  tx: Tx,
  request: Pick<ApiRequest, 'caller' | 'requestor'>,
  groups: readonly DependentGroup[],
): Promise<Dependents> {
  const root = await isRootAdmin(request.caller, tx.first)
  const resource = groups.filter((group) => isReadable(request, root, group))
  const count = (some: readonly DependentGroup[]) => some.reduce((sum, group) => sum + group.count, 0)
  const hidden = count(groups) - count(resource)
  return hidden === 0 ? { resource, hidden: false } : { resource, hidden: true, hidden_count: hidden }
}

function isReadable(
  { caller, requestor }: Pick<ApiRequest, 'caller' | 'requestor'>,
  root: boolean,
  group: DependentGroup,
) {
  if (group.resource === 'admin') return root
  // Views belong to people: who may read the resource may still not see all of them.
  if (group.resource === 'data_view') return caller.sysadmin
  if (group.resource === 'service' && visibleServices(caller) !== null) return false
  return decide({ caller, requestor, verb: 'GET', service: 'system', resource: group.resource }, []).allowed
}
