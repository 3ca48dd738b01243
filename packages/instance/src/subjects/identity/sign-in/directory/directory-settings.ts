import type { FieldMessages } from '@millwright/contract/problem'
import type { ServiceRow } from '../../../../gateway/service-kind.ts'

/** A server of a directory. */
export interface DirectoryServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. */
  readonly secure: boolean
}

export interface DirectorySettings {
  readonly service: Pick<ServiceRow, 'id' | 'name'>
  readonly kind: 'ldap' | 'adldap'
  /** Tried in this order until one responds. */
  readonly servers: readonly DirectoryServer[]
  /** Whether a plain connection is upgraded with StartTLS before anything else is sent. */
  readonly startTls: boolean
  /** Additional CA certificates in PEM form; empty: none. */
  readonly authorities: string
  readonly baseDn: string
  /** Suffix of user names, such as `@example.com`; may be empty. */
  readonly suffix: string
  /** The search account; `null`: the person searches, or an anonymous bind. */
  readonly searcher: { readonly name: string; readonly password: string } | null
  /** Bind name with `%s` in place of the typed name; `null`: people are searched for. */
  readonly nameTemplate: string | null
  /** Filter that finds a person, with `%s` in place of the name; `null`: the default of the kind. */
  readonly personFilter: string | null
  readonly mapsGroups: boolean
  readonly nestsGroups: boolean
}

type Config = Readonly<Record<string, unknown>>

export function readDirectorySettings(row: ServiceRow, config: Config): DirectorySettings {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name].trim() : '')
  const password = typeof config.password === 'string' ? config.password : ''
  const encryption = text('encryption')
  return {
    service: { id: row.id, name: row.name },
    kind: row.type === 'adldap' ? 'adldap' : 'ldap',
    servers: serversOf(text('host'), encryption === 'ldaps') ?? [],
    startTls: encryption === 'starttls',
    authorities: text('ca_certificate'),
    baseDn: text('base_dn'),
    suffix: text('account_suffix'),
    // A name without a password would be an unauthenticated bind.
    searcher: text('username') === '' || password === '' ? null : { name: text('username'), password },
    nameTemplate: text('user_dn') || null,
    personFilter: text('user_filter') || null,
    mapsGroups: config.map_group_to_role === true,
    nestsGroups: config.map_group_hierarchy === true,
  }
}

/** Validation messages for combinations of settings. */
export function directoryProblem(config: Config): FieldMessages | null {
  const host = typeof config.host === 'string' ? config.host : ''
  const messages = {
    ...(serversOf(host, false) === null && {
      host: ['host must name servers such as dc1.example.com or ldaps://dc2.example.com:636, separated by commas.'],
    }),
    ...(lacksPlace(config.user_dn) && { user_dn: ['user_dn needs %s in place of the username.'] }),
    ...(lacksPlace(config.user_filter) && { user_filter: ['user_filter needs %s in place of the username.'] }),
    ...(isUnbalanced(config.user_filter) && { user_filter: ['user_filter must be a filter such as (uid=%s).'] }),
  }
  return Object.keys(messages).length === 0 ? null : messages
}

const lacksPlace = (value: unknown) => typeof value === 'string' && value !== '' && !value.includes('%s')

function isUnbalanced(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  let depth = 0
  for (const character of value) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0) return true
  }
  return depth !== 0 || !/^\s*\(.*\)\s*$/s.test(value)
}

/** `null` if one of them is not a valid server. */
function serversOf(text: string, secureByDefault: boolean): DirectoryServer[] | null {
  const servers: DirectoryServer[] = []
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, scheme, host, , port] = /^(?:(ldaps?):\/\/)?(\[[\da-f:.]+\]|[\w.-]+)(:(\d{1,5}))?\/?$/i.exec(part) ?? []
    if (host === undefined || Number(port ?? 1) > 65_535) return null
    const secure = scheme === undefined ? secureByDefault : scheme.toLowerCase() === 'ldaps'
    servers.push({ host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (secure ? 636 : 389)), secure })
  }
  return servers.length === 0 ? null : servers
}
