import type { Role, RoleServiceAccess } from '@millwright/contract/records/role'
import { allVerbs, type Requestor, requestorMask } from '@millwright/contract/verbs'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey, readRecord, updateRecord } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { accessRows as formRows } from '../../widgets/access/access-rules/access-rows.ts'
import { decidingRules, trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'
import { type RowAccess, type RuledTable, rowAccess, tablePlace } from '../../widgets/access/access-rules/row-access.ts'
import { componentOf, type ExplorerPlace } from '../../widgets/explorer/explorer-place.ts'
import { accessMessages } from './messages.ts'

/** A role that can access a place. */
export interface RoleAccessRow {
  readonly role: RoleWithRules
  /** Verb mask of the place itself: listing and creating, for a table. */
  readonly mask: number
  /** Verb mask of what is below it: single records. The same as `mask` for a whole service. */
  readonly below: number
  /** The rules that decide, by component. */
  readonly rules: readonly RoleServiceAccess[]
  /** Some of the rules only apply to some rows. */
  readonly conditions: boolean
  /** What is allowed on the rows of a table; `null` for other places. */
  readonly rows: RowAccess | null
  /** Only scripts have access, not API clients. */
  readonly scriptsOnly: boolean
}

/** Returns the roles that allow any access to a place, in the given order. */
export function rolesWithAccess(
  roles: readonly RoleWithRules[],
  place: ExplorerPlace,
  serviceId: number,
): readonly RoleAccessRow[] {
  return roles.flatMap((role) => {
    const api = decisions(role, place, serviceId, 'API')
    const scripts = decisions(role, place, serviceId, 'SCRIPT')
    const scriptsOnly = maskOf(api) === 0
    const shown = scriptsOnly ? scripts : api
    if (maskOf(shown) === 0) return []
    const rules = [...new Set(shown.flatMap((decision) => decision.rules))]
    const [own, below] = shown
    return [
      {
        role,
        mask: own?.mask ?? 0,
        below: below?.mask ?? 0,
        rules,
        rows: rowsOf(role, place, serviceId, scriptsOnly ? 'SCRIPT' : 'API'),
        conditions: rules.some(({ filters }) => Array.isArray(filters) && filters.length > 0),
        scriptsOnly,
      },
    ]
  })
}

function rowsOf(
  { rules }: RoleWithRules,
  place: ExplorerPlace,
  serviceId: number,
  requestor: Requestor,
): RowAccess | null {
  const table = tablePlaceOf(place, serviceId)
  return table && rowAccess(formRows(rules), requestor)(table)
}

/** The table of a place; `null` if it is none. */
export function tablePlaceOf(place: ExplorerPlace, serviceId: number): RuledTable | null {
  return place.kind === 'table' ? tablePlace({ serviceId, component: componentOf(place) }) : null
}

/** The decision of a role's rules about a request: the allowed verbs, and the deciding rules. */
interface Decision {
  readonly mask: number
  readonly rules: readonly RoleServiceAccess[]
}

/** Decides for the place, and for what is below it. */
function decisions(
  { rules }: RoleWithRules,
  place: ExplorerPlace,
  serviceId: number,
  requestor: Requestor,
): readonly [Decision, Decision] {
  const deciding = decidingRules(rules, requestorMask[requestor], (rule) => ({
    serviceId: rule.service_id ?? null,
    component: rule.component ?? '',
    requestorMask: rule.requestor_mask ?? 0,
  }))
  const decide = (path: string) => decisionOf(deciding(serviceId, path))
  const path = trimmed(componentOf(place))
  if (place.kind !== 'service') return [decide(path), decide(`${path}/-`)]
  // For a whole service: all rules for it, else those for all services.
  const naming = rules.filter((rule) => rule.service_id === serviceId)
  const widest = naming.length > 0 ? naming.map((rule) => trimmed(rule.component ?? '')) : ['']
  const each = widest.map((one) => decide(one.replace(/\*$/, '-')))
  const all = decisionOf([...new Set(each.flatMap((decision) => decision.rules))])
  return [all, all]
}

function decisionOf(rules: readonly RoleServiceAccess[]): Decision {
  return { mask: rules.reduce((mask, rule) => mask | (rule.verb_mask ?? 0), 0), rules }
}

const maskOf = (both: readonly Decision[]): number => both.reduce((mask, decision) => mask | decision.mask, 0)

/** Returns the grant that allows access to a place as a whole. */
export function grantOf(place: ExplorerPlace, serviceId: number, verbs: number): Grant {
  const component = componentOf(place).replace(/\/$/, '')
  const components =
    place.kind === 'service'
      ? ['*']
      : place.kind === 'folder'
        ? [`${component}/`, `${component}/*`]
        : [component, `${component}/*`]
  return { serviceId, components, verbs }
}

export const levels = {
  read: {
    label: accessMessages.read,
    verbs: 1,
  },
  write: {
    label: accessMessages.readAndWrite,
    verbs: 1 | 2 | 4 | 8,
  },
  full: {
    label: accessMessages.fullDeletionIncluded,
    verbs: allVerbs,
  },
} as const

export type Level = keyof typeof levels

export const roles = 'system/role'

/** A role with its access rows, as returned by any server. */
interface RoleWithRules {
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
interface Grant {
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
