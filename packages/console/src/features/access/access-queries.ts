import type { Role, RoleServiceAccess } from '@millwright/contract/records/role'
import { requestorMask } from '@millwright/contract/verbs'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey, readRecord, updateRecord } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { trimmed } from '../../widgets/access-rules/deciding-rules.ts'

export const roles = 'system/role'

/** A role as any server may answer one. */
export interface RuledRole {
  readonly id: number
  readonly name: string
  /** Undefined on servers that do not say it. */
  readonly active: boolean | undefined
  readonly rules: readonly RoleServiceAccess[]
}

/** Roles in one request, and altogether: beyond that many nobody reads on. */
const atOnce = 200
const most = 2000

/** The roles by name with all their rules; `more`: there are others. */
export const ruledRolesQuery = queryOptions({
  queryKey: [...collectionKey(roles), 'rules'] as const,
  queryFn: async ({ signal }): Promise<{ readonly roles: readonly RuledRole[]; readonly more: boolean }> => {
    const found: RuledRole[] = []
    for (let offset = 0; offset < most; offset += atOnce) {
      const params = { fields: 'id,name,is_active', related: relation, order: 'name', limit: atOnce, offset }
      const { data } = await send<ListAnswer<Partial<Role>>>({ verb: 'GET', path: roles, params, signal })
      const rows = data.resource ?? []
      found.push(...rows.flatMap((row) => ruledRole(row) ?? []))
      if (rows.length < atOnce) return { roles: found, more: false }
    }
    return { roles: found, more: true }
  },
  staleTime: 10_000,
})

const relation = 'role_service_access_by_role_id'

function ruledRole({ id, name, is_active, role_service_access_by_role_id: rules }: Partial<Role>): RuledRole | null {
  return id === undefined ? null : { id, name: name || `#${id}`, active: is_active, rules: rules ?? [] }
}

/** Access that is given: these verbs on each of the components. */
export interface Grant {
  readonly serviceId: number
  readonly components: readonly string[]
  readonly verbs: number
}

/**
 * Adds verbs to what a role may do by the API; rules that it has on just these components get them, else it gets new ones. Other rules
 * stay. Answers null where a rule has row conditions, which more verbs would not be meant for.
 */
export async function giveAccess(role: number, grant: Grant): Promise<RuledRole | null> {
  const params = { fields: '*', related: relation }
  const loaded = await readRecord<Partial<Role>>(roles, role, params)
  const changes = changedRules(loaded.record.role_service_access_by_role_id ?? [], grant)
  if (changes === null) return null
  const { record } = await updateRecord<Partial<Role>>({
    collection: roles,
    id: role,
    changes: { [relation]: changes },
    params,
    base: loaded,
  })
  return ruledRole({ ...loaded.record, ...record })
}

/** The rules to send; null where one of those on the components has conditions. */
function changedRules(
  stored: readonly RoleServiceAccess[],
  { serviceId, components, verbs }: Grant,
): readonly object[] | null {
  const changes: object[] = []
  for (const component of components) {
    const own = stored.filter(
      (rule) =>
        rule.service_id === serviceId &&
        trimmed(rule.component ?? '') === trimmed(component) &&
        ((rule.requestor_mask ?? 0) & requestorMask.API) !== 0,
    )
    if (own.some(({ filters }) => Array.isArray(filters) && filters.length > 0)) return null
    const [first] = own
    const rule = { service_id: serviceId, component, verb_mask: verbs, requestor_mask: requestorMask.API }
    changes.push(
      first ? { ...first, verb_mask: (first.verb_mask ?? 0) | verbs } : { ...rule, filters: [], filter_op: 'AND' },
    )
  }
  return changes
}
