import { isRecord } from '@millwright/contract/wire/is-record'
import type { LinkingRules } from '../../../../gateway/ports/sign-in.ts'
import { type GroupPage, idOf, mailOf, openIdProfile, type Provider, type ProviderClaims, textOf } from './provider.ts'

/** The scope for reading a person's groups. */
const googleGroupsScope = 'https://www.googleapis.com/auth/cloud-identity.groups.readonly'

const most = 1000

/** The direct groups of a person in an organization, or `null` for people without one. */
function googleGroups({ email, email_verified, hd }: ProviderClaims): GroupPage | null {
  const address = mailOf(email)
  // The query is an expression, in which a quote could end the address.
  if (address === null || email_verified !== true || textOf(hd) === null || /['"\\]/.test(address)) return null
  const page = new URL('https://cloudidentity.googleapis.com/v1/groups/-/memberships:searchDirectGroups')
  const label = "'cloudidentity.googleapis.com/groups.discussion_forum' in labels"
  page.searchParams.set('query', `member_key_id == '${address}' && ${label}`)
  page.searchParams.set('pageSize', String(most))
  return { address: page, namesIn }
}

function namesIn(page: unknown): readonly string[] {
  const memberships = isRecord(page) && Array.isArray(page.memberships) ? page.memberships.filter(isRecord) : []
  return memberships.flatMap(({ groupKey }) => (isRecord(groupKey) ? (textOf(groupKey.id) ?? []) : []))
}

/** The role that `group_role_map` assigns to members of these groups: that of the first row that names one of them. */
export function rolesOfNames(
  config: Readonly<Record<string, unknown>>,
  groups: readonly string[],
): Pick<LinkingRules, 'groupRole' | 'groupRoles'> {
  const rows = Array.isArray(config.group_role_map) ? config.group_role_map.filter(isRecord) : []
  const names = new Set(groups.map((name) => name.toLowerCase()))
  const known = rows.flatMap(({ role_id, group_email }) => {
    const role = Number(role_id)
    const name = textOf(group_email)?.trim().toLowerCase()
    return Number.isInteger(role) && role > 0 && name ? [{ role, name }] : []
  })
  return {
    groupRole: known.find(({ name }) => names.has(name))?.role ?? null,
    groupRoles: new Set(known.map(({ role }) => role)),
  }
}

type Settings = Readonly<Record<string, unknown>>

/** Providers with known endpoints, by service type (docs/wire/sign-in.md). */
export const providers: ReadonlyMap<string, (settings: Settings) => Provider> = new Map<
  string,
  (settings: Settings) => Provider
>([
  ['oauth_github', () => github],
  ['oauth_facebook', () => facebook],
  ['oauth_twitter', () => twitter],
  ['oauth_linkedin', () => linkedin],
  ['oauth_bitbucket', () => bitbucket],
  ['oauth_google', google],
  ['oauth_microsoft-live', () => microsoft('consumers')],
  ['oauth_azure_ad', (settings) => microsoft(textOf(settings.tenant_id) ?? 'common', textOf(settings.resource))],
])

const github: Provider = {
  described: {
    issuer: 'https://github.com',
    authorization_endpoint: 'https://github.com/login/oauth/authorize',
    token_endpoint: 'https://github.com/login/oauth/access_token',
  },
  scope: 'read:user user:email',
  idToken: false,
  pages: [new URL('https://api.github.com/user'), new URL('https://api.github.com/user/emails')],
  profileOf: (_, [user, emails]) => {
    if (!isRecord(user)) return null
    const subject = idOf(user.id)
    const primary = listOf(emails).find((email) => email.primary === true)
    return subject === null ? null : { subject, ...plainNames(user), ...address(primary?.email, primary?.verified) }
  },
}

const facebook: Provider = {
  described: {
    issuer: 'https://www.facebook.com',
    authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
  },
  scope: 'public_profile email',
  idToken: false,
  pages: [new URL('https://graph.facebook.com/v23.0/me?fields=id,name,first_name,last_name,email')],
  profileOf: (_, [user]) => {
    if (!isRecord(user)) return null
    const subject = idOf(user.id)
    if (subject === null) return null
    const { name } = plainNames(user)
    return {
      subject,
      name,
      first_name: textOf(user.first_name),
      last_name: textOf(user.last_name),
      ...address(user.email, false),
    }
  },
}

const twitter: Provider = {
  described: {
    issuer: 'https://x.com',
    authorization_endpoint: 'https://x.com/i/oauth2/authorize',
    token_endpoint: 'https://api.x.com/2/oauth2/token',
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  },
  scope: 'users.read tweet.read',
  idToken: false,
  pages: [new URL('https://api.x.com/2/users/me')],
  profileOf: (_, [answer]) => {
    const user = isRecord(answer) && isRecord(answer.data) ? answer.data : {}
    const subject = idOf(user.id)
    return subject === null ? null : { subject, ...plainNames(user), ...address(null, false) }
  },
}

/** Its ID tokens do not contain the nonce. */
const linkedin: Provider = {
  described: {
    issuer: 'https://www.linkedin.com/oauth',
    authorization_endpoint: 'https://www.linkedin.com/oauth/v2/authorization',
    token_endpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
  },
  scope: 'openid profile email',
  idToken: false,
  pkce: false,
  pages: [new URL('https://api.linkedin.com/v2/userinfo')],
  profileOf: (_, [user]) => (isRecord(user) ? openIdProfile(user, () => true) : null),
}

const bitbucket: Provider = {
  described: {
    issuer: 'https://bitbucket.org',
    authorization_endpoint: 'https://bitbucket.org/site/oauth2/authorize',
    token_endpoint: 'https://bitbucket.org/site/oauth2/access_token',
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
  },
  scope: 'account email',
  idToken: false,
  pages: [new URL('https://api.bitbucket.org/2.0/user'), new URL('https://api.bitbucket.org/2.0/user/emails')],
  profileOf: (_, [user, emails]) => {
    if (!isRecord(user)) return null
    const subject = idOf(user.uuid)
    const primary = listOf(isRecord(emails) ? emails.values : null).find((email) => email.is_primary === true)
    if (subject === null) return null
    const name = textOf(user.display_name) ?? textOf(user.username)
    return { subject, ...names(name), ...address(primary?.email, primary?.is_confirmed) }
  },
}

/** For addresses outside Google, it only knows that the person could once read mail there. */
function google({ map_group_to_role }: Settings): Provider {
  const mapsGroups = map_group_to_role === true
  return {
    described: new URL('https://accounts.google.com/.well-known/openid-configuration'),
    scope: `openid email profile${mapsGroups ? ` ${googleGroupsScope}` : ''}`,
    idToken: true,
    ...(mapsGroups && { groups: googleGroups }),
    profileOf: (claims) =>
      openIdProfile(claims, ({ hd }, email) => textOf(hd) !== null || email.toLowerCase().endsWith('@gmail.com')),
  }
}

/** Administrators of a directory can enter any address, so none counts as verified. */
function microsoft(tenant: string, resource: string | null = null): Provider {
  const scope = resource === null ? '' : ` ${resource.replace(/\/+$/, '')}/.default`
  return {
    described: new URL(
      `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/v2.0/.well-known/openid-configuration`,
    ),
    scope: `openid email profile${scope}`,
    idToken: true,
    issuerOf: (issuer, { tid }) => issuer.replace('{tenantid}', textOf(tid) ?? '-'),
    profileOf: (claims) => openIdProfile(claims, () => false),
    programIssuers: (issuer) => (issuer.includes('{') ? [] : [issuer, `https://sts.windows.net/${tenantIn(issuer)}/`]),
    isProgram: isAzureProgram,
  }
}

const tenantIn = (issuer: unknown) => String(issuer).split('/')[3]

/** A program acts for itself if its subject is its own object, and the token has no scopes of a person. */
function isAzureProgram({ iss, tid, idtyp, scp, sub, oid }: ProviderClaims): boolean {
  if (tid !== tenantIn(iss) || scp !== undefined) return false
  return idtyp === undefined ? sub === oid : idtyp === 'app'
}

function names(name: string | null) {
  return { name, first_name: null, last_name: null }
}

const plainNames = (user: ProviderClaims) => names(textOf(user.name) ?? textOf(user.login) ?? textOf(user.username))

function address(email: unknown, verified: unknown) {
  const found = mailOf(email)
  return { email: found, emailVerified: found !== null && verified === true }
}

function listOf(value: unknown): readonly ProviderClaims[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
