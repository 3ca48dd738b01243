import { Problem } from '@millwright/contract/problem'
import type { DependentGroup, Dependents } from '@millwright/contract/wire/dependents'
import { decide } from '../../../../access/decide.ts'
import { isRootAdmin } from '../../../../access/required-rights.ts'
import type { DeclaredTable } from '../../../../records/system/declared-table.ts'
import type { Row, Tx } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { visibleServices } from '../../models/service-model.ts'
import { findDependents } from './find-dependents.ts'
import type { DependentParts } from './mentions.ts'

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

const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  event_script: ['script', 'scripts'],
  scheduler: ['scheduled task', 'scheduled tasks'],
}

interface Deletion extends DependentParts {
  readonly request: ApiRequest
}

/**
 * Throws a 409 if other records depend on the record to delete, with their names by resource in `context`, and everything that
 * depends on it in `dependents`; what the caller may not read is only mentioned.
 */
export async function refuseInUse(
  { tx, request, kinds }: Deletion,
  declared: DeclaredTable,
  previous: Row,
): Promise<void> {
  const groups = await findDependents({ tx, kinds }, declared, [previous])
  const blocking = groups.filter(({ blocks }) => blocks)
  if (blocking.length === 0) return
  const readable = await readableDependents(tx, request, blocking)
  const uses = [...readable.resource.map(describeGroup), ...(readable.hidden ? ['records that you may not read'] : [])]
  const names = Object.fromEntries(readable.resource.map((group) => [group.resource, group.names]))
  const context = { ...names, dependents: await readableDependents(tx, request, groups) }
  throw new Problem(409, `The service is in use by ${uses.join(' and by ')}.`, { context })
}

function describeGroup({ resource, names, count }: DependentGroup): string {
  const [one, many] = words[resource] ?? [resource, `${resource}s`]
  const more = count > names.length ? ` and ${count - names.length} more` : ''
  return `${count > 1 ? many : one} ${names.join(', ')}${more}`
}
