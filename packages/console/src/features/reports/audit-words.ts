import type { AuditEntry } from '@millwright/contract/records/report'
import type { FieldChange } from '../../widgets/change-table/change-table.tsx'

export type ListedEntry = AuditEntry & { readonly [field: string]: unknown }

const things: Readonly<Record<string, string>> = {
  admin: 'Administrator',
  app: 'App',
  cors: 'CORS entry',
  custom: 'Custom setting',
  email_template: 'E-mail template',
  event_script: 'Event script',
  limit: 'Limit',
  lookup: 'Lookup key',
  role: 'Role',
  role_service_access: 'Access rule',
  scheduler: 'Scheduled task',
  service: 'Service',
  service_doc: 'API description',
  user: 'User',
  user_to_app_to_role: 'Role in an app',
}

/** `service_doc` as people call it. */
export function thingOf(resource: string): string {
  return things[resource] ?? resource.replaceAll('_', ' ')
}

/** `Role Editors`, `Lookup key 12`. */
export function recordOf({ resource, record_id: id, record_name: name }: AuditEntry): string {
  return `${thingOf(resource)} ${name || id}`
}

export function ownerOf({ owner_resource: resource, owner_id: id }: AuditEntry): string | null {
  return resource === null || id === null ? null : `${thingOf(resource).toLowerCase()} ${id}`
}

export function whoOf({ user_email: who }: AuditEntry): string {
  return who ?? 'Nobody signed in'
}

/** A change field by field; the members of an object that changed stand for themselves. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].flatMap((name): FieldChange[] => {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null]
    if (!isObject(was ?? is) || !isObject(is ?? was)) return [{ path: name, before: was, after: is }]
    const members = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])
    return [...members].map((member) => ({
      path: `${name}.${member}`,
      before: memberOf(was, member),
      after: memberOf(is, member),
    }))
  })
}

function memberOf(value: unknown, member: string): unknown {
  return isObject(value) ? (value[member] ?? null) : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
