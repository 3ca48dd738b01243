import type { RoleServiceAccess } from '@millwright/contract/records/role'
import { requestorMask, verbMask } from '@millwright/contract/verbs'

/** Which component of a row opens a resource: its own, or one for all of `system` as well; `null`: none does. */
interface Opening {
  readonly component: string | null
  readonly byAll?: true
}

const byRow = (component: string): Opening => ({ component, byAll: true })
const usage: Opening = { component: 'usage' }

/**
 * Resources below `system` that screens read besides those of their tab, and that are open to restricted administrators by the rows of their
 * role alone. Others may be open to everyone who is signed in, or in part.
 */
const openings: ReadonlyMap<string, Opening> = new Map([
  ...['cache', 'cors', 'custom', 'email_template', 'lookup', 'service', 'service_type', 'webhook'].map(
    (name) => [name, byRow(name)] as const,
  ),
  // What people do is shown only to those who are explicitly allowed to see it.
  ...['usage', 'access_usage', 'request_log'].map((name) => [name, usage] as const),
  ...['outbox', 'two_step'].map((name) => [name, { component: null }] as const),
])

type Row = Pick<RoleServiceAccess, 'service_id' | 'component' | 'verb_mask' | 'requestor_mask'>

function openingOf(path: string): Opening | undefined {
  const [service, resource = ''] = path.split('/')
  return service === 'system' ? openings.get(resource) : undefined
}

/** Whether the rows of a role alone decide who may read a path. */
export const ruledByRole = (path: string): boolean => openingOf(path) !== undefined

/**
 * Whether a restricted administrator may read a path, by the rows of their role; true where only the server knows. The rows name the
 * service `system` by its id, which the row for their own profile tells.
 */
export function mayRead(path: string, rows: readonly Row[]): boolean {
  const opening = openingOf(path)
  const system = rows.find(({ component }) => component === 'admin/profile')?.service_id
  if (opening === undefined || system === undefined) return true
  const { component: name, byAll } = opening
  if (name === null) return false
  const opened = [name, `${name}/`, `${name}/*`, ...(byAll ? ['*'] : [])]
  return rows.some(
    ({ service_id: id, component, verb_mask: verbs, requestor_mask: requestors }) =>
      (id === null || id === system) &&
      ((verbs ?? 0) & verbMask.GET) !== 0 &&
      ((requestors ?? requestorMask.API) & requestorMask.API) !== 0 &&
      opened.includes(component ?? ''),
  )
}
