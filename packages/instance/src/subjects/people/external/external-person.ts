import { isRecord } from '../../../system/body.ts'

/** Somebody as a directory or a provider vouches for them. */
export interface ExternalPerson {
  readonly service: { readonly id: number; readonly name: string }
  /** What the service knows the person by, for good; at most 1000 characters. */
  readonly subject: string
  /** What the service has to be told to sign the person out there, in its own form; absent: nothing but the subject. */
  readonly signOutName?: string
  readonly email: string | null
  /** Whether the service has made sure that the address is the person's. */
  readonly emailVerified: boolean
  readonly first_name: string | null
  readonly last_name: string | null
  /** What the person is called; made of the other names where there is none. */
  readonly name: string | null
  /** Columns that tell where an account comes from. */
  readonly marks: {
    readonly oauth_provider?: string
    readonly adldap?: string
    readonly ldap_username?: string
    readonly saml?: string
  }
}

/** What the configuration of a service says about the people whom it signs in. */
export interface ArrivalRules {
  /** Of new people, in every app where they have none. */
  readonly defaultRole: number | null
  /** Replaces what the person has in these apps, at every log-in. */
  readonly roleByApp: ReadonlyMap<number, number>
  /** Of the groups that the person is in; goes before the default role. */
  readonly groupRole: number | null
  /** What groups give, to who is in them and as long. */
  readonly groupRoles: ReadonlySet<number>
  readonly newUsers: boolean
}

const noGroups = { groupRole: null, groupRoles: new Set<number>() }

/** Reads the settings that all services of this sort share (docs/wire/sign-in.md). `groups`: what they mean for the person. */
export function arrivalRules(
  config: Readonly<Record<string, unknown>>,
  groups: Pick<ArrivalRules, 'groupRole' | 'groupRoles'> = noGroups,
): ArrivalRules {
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

/** The address of an account that belongs to one service: `ann+github@example.com`. `attempt`: counts from 1. */
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
