import type { Role, RoleServiceAccess } from '@millwright/contract/records/role'
import { requestorMask } from '@millwright/contract/verbs'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey, readRecord, updateRecord } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'

export const roles = 'system/role'

/** A role with its access rows, as returned by any server. */
export interface RoleWithRules {
  readonly id: number
  readonly name: string
  /** Undefined on servers that do not report it. */
  readonly active: boolean | undefined
  readonly rules: readonly RoleServiceAccess[]
}

/** Maximum number of roles per request, and in total. */
const atOnce = 200
const most = 2000

/** Loads the roles by name with all their access rows; `more`: there are further roles. */
export const rolesWithRulesQuery = queryOptions({
  queryKey: [...collectionKey(roles), 'rules'] as const,
  queryFn: async ({ signal }): Promise<{ readonly roles: readonly RoleWithRules[]; readonly more: boolean }> => {
    const found: RoleWithRules[] = []
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

function ruledRole({
  id,
  name,
  is_active,
  role_service_access_by_role_id: rules,
}: Partial<Role>): RoleWithRules | null {
  return id === undefined ? null : { id, name: name || `#${id}`, active: is_active, rules: rules ?? [] }
}

/** Access to grant: these verbs on each of the components. */
export interface Grant {
  readonly serviceId: number
  readonly components: readonly string[]
  readonly verbs: number
}

/**
 * Adds verbs to what a role allows API requests to do, in access rows with exactly these components or in new ones. Other rows stay
 * unchanged. Resolves to `null` if such a row has row filters, as additional verbs may not be intended for it.
 */
export async function grantAccess(role: number, grant: Grant): Promise<RoleWithRules | null> {
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

/** Returns the rows to send; `null` if a row for the components has row filters. */
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
    // A row for what is below the place is for the place too, unless that has its own.
    if (!first && components.includes(`${component}/*`)) continue
    const rule = { service_id: serviceId, component, verb_mask: verbs, requestor_mask: requestorMask.API }
    changes.push(
      first ? { ...first, verb_mask: (first.verb_mask ?? 0) | verbs } : { ...rule, filters: [], filter_op: 'AND' },
    )
  }
  return changes
}
