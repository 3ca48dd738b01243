import { signatureAlgorithms } from '@millwright/contract/service-config/signature-algorithms'
import type { AuthorizationServer } from 'oauth4webapi'

/** A provider's raw claims about a person. */
export type ProviderClaims = Readonly<Record<string, unknown>>

export interface Profile {
  /** The provider's permanent identifier of the person. */
  readonly subject: string
  readonly email: string | null
  /** Whether the provider has verified the address and is authoritative for it. */
  readonly emailVerified: boolean
  readonly first_name: string | null
  readonly last_name: string | null
  readonly name: string | null
}

/** A provider's endpoints and data formats. */
export interface Provider {
  /** URL of the discovery document, or its content. */
  readonly described: URL | Described
  /** Separated by spaces. */
  readonly scope: string
  /** Whether it identifies the person in an ID token, as in OpenID Connect. */
  readonly idToken: boolean
  /** False if it rejects PKCE parameters. */
  readonly pkce?: false
  /** The issuer of ID tokens, if it differs from the one in the discovery document. */
  readonly issuerOf?: (issuer: string, claims: ProviderClaims) => string
  /** The issuers of access tokens for programs, if there are others than the one in the discovery document. */
  readonly programIssuers?: (issuer: string) => readonly string[]
  /** Whether an access token is that of a program; if absent, it is if its subject is its client. */
  readonly isProgram?: (claims: ProviderClaims) => boolean
  /**
   * Further resources about a person, fetched with the access token in this order. Defaults to the user info endpoint of OpenID
   * Connect.
   */
  readonly pages?: readonly URL[]
  /** Where it lists a person's groups, if they are used, or `null` if it has none for them. */
  readonly groups?: (claims: ProviderClaims) => GroupPage | null
  /** `null` if the claims do not identify a person. `pages`: the responses in order. */
  readonly profileOf: (claims: ProviderClaims, pages: readonly unknown[]) => Profile | null
}

export interface GroupPage {
  readonly address: URL
  /** The names of groups in a page. */
  readonly namesIn: (page: unknown) => readonly string[]
}

/** Authorization server metadata of RFC 8414 with the endpoints required for signing in. */
export type Described = AuthorizationServer & {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
}

/** A non-empty string, or `null`. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** A string or number, as providers use both for ids. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value)
}

/** A plausible email address that fits into the database column. */
export function mailOf(value: unknown): string | null {
  const text = textOf(value)?.trim() ?? ''
  return text.length <= 200 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : null
}

/**
 * Maps OpenID Connect claims to a profile. The subject includes the issuer, so that people of different issuers are never
 * confused, even if the service is reconfigured. `vouches`: whether the provider's claim about an address is trusted.
 */
export function openIdProfile(
  claims: ProviderClaims,
  vouches: (claims: ProviderClaims, email: string) => boolean,
): Profile | null {
  const subject = idOf(claims.sub) ?? idOf(claims.id)
  if (subject === null) return null
  const email = mailOf(claims.email)
  return {
    subject: `${textOf(claims.iss) ?? ''} ${subject}`.trim(),
    email,
    emailVerified: email !== null && isTrue(claims.email_verified) && vouches(claims, email),
    first_name: textOf(claims.given_name),
    last_name: textOf(claims.family_name),
    name: textOf(claims.name) ?? textOf(claims.preferred_username),
  }
}

/** Some providers send booleans as strings. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

/** The algorithms in which tokens of providers are accepted. */
export const signatures: ReadonlySet<string> = new Set(signatureAlgorithms)
