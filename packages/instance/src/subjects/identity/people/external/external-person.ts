import { isRecord } from '@millwright/contract/wire/is-record'
import type { ExternalPerson, LinkingRules } from '../../../../gateway/ports/sign-in.ts'

const noGroups = { groupRole: null, groupRoles: new Set<number>() }

/** Parses the settings that all services of this kind share (docs/wire/sign-in.md). `groups`: the roles that the person's groups imply. */
export function linkingRules(
  config: Readonly<Record<string, unknown>>,
  groups: Pick<LinkingRules, 'groupRole' | 'groupRoles'> = noGroups,
): LinkingRules {
  const rows = Array.isArray(config.app_role_map) ? config.app_role_map.filter(isRecord) : []
  const mapped = rows.flatMap((row): [number, number][] => {
    const [app, role] = [identifier(row.app_id), identifier(row.role_id)]
    return app === null || role === null ? [] : [[app, role]]
  })
  return {
    defaultRole: identifier(config.default_role),
    roleByApp: new Map(mapped),
    ...groups,
    newUsers: config.allow_new_users !== false,
  }
}

function identifier(value: unknown): number | null {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The address of an account that belongs to one service: `ann+github@example.com`. `attempt` counts from 1. */
export function shadowAddress({ email, service, subject, marks }: ExternalPerson, attempt: number): string {
  const [local, domain] = email === null ? [marks.ldap_username ?? subject, `${service.name}.invalid`] : split(email)
  const plain = local.replace(/[^\w.-]+/g, '-').slice(0, 40) || 'somebody'
  return `${plain}+${service.name}${attempt === 1 ? '' : `.${attempt}`}@${domain}`.toLowerCase()
}

function split(email: string): [string, string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at), email.slice(at + 1)]
}

export function displayName({ name, first_name, last_name, email, subject }: ExternalPerson): string {
  return name || [first_name, last_name].filter(Boolean).join(' ') || email || subject
}
