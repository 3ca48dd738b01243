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

/** Escapes a value for a distinguished name (RFC 4514). */
export function dnValue(text: string): string {
  return text.replace(/["+,;<=>\\#]|^\s|\s$|[^\P{C}]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}

/** Escapes a value for a filter (RFC 4515). */
export function filterValue(text: string): string {
  return text.replace(/[*()\\\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Appends the suffix unless the name already has it. */
export function withSuffix(username: string, suffix: string): string {
  return suffix === '' || username.toLowerCase().endsWith(suffix.toLowerCase()) ? username : username + suffix
}

export function withoutSuffix(username: string, suffix: string): string {
  const bare = username.slice(0, -suffix.length || undefined)
  return bare !== '' && withSuffix(bare, suffix).toLowerCase() === username.toLowerCase() ? bare : username
}

/** The name to bind with without a search; `null` if the person has to be searched first. */
export function directName(username: string, settings: DirectorySettings): string | null {
  const { kind, nameTemplate, searcher, suffix, baseDn } = settings
  if (nameTemplate !== null) return nameTemplate.replaceAll('%s', () => dnValue(withSuffix(username, suffix)))
  if (kind === 'ldap' || searcher !== null) return null
  if (username.includes('@') || username.includes('\\')) return username
  return withSuffix(username, suffix || `@${domainOf(baseDn)}`)
}

/** `dc=corp,dc=example,dc=com` is the domain `corp.example.com`. */
function domainOf(baseDn: string): string {
  return [...baseDn.matchAll(/(?:^|,)\s*dc\s*=\s*([^,]+)/gi)].map(([, label = '']) => label.trim()).join('.')
}

/** The filter that finds one person by the typed name. */
export function personFilter(username: string, { kind, personFilter: own, suffix }: DirectorySettings): string {
  const account = kind === 'adldap' ? username.replace(/^.*\\/s, '') : username
  const [typed, bare, full] = [account, withoutSuffix(account, suffix), withSuffix(account, suffix)].map(filterValue)
  if (own !== null) return own.replaceAll('%s', () => typed ?? '')
  if (kind === 'adldap') return `(|(sAMAccountName=${bare})(userPrincipalName=${full}))`
  return suffix === '' ? `(uid=${typed})` : `(|(uid=${bare})(uid=${full})(mail=${full}))`
}
