import type { AuthorizationServer } from 'oauth4webapi'

/** What a provider says about a person, before anything is made of it. */
export type Claims = Readonly<Record<string, unknown>>

export interface Profile {
  /** What the provider knows the person by, for good. */
  readonly subject: string
  readonly email: string | null
  /** Whether the provider has made sure of the address, and is the one to ask about it. */
  readonly emailVerified: boolean
  readonly first_name: string | null
  readonly last_name: string | null
  readonly name: string | null
}

/** Where a provider is, and what it calls things. */
export interface Provider {
  /** The address of the document that describes it, or what such a document would say. */
  readonly described: URL | Described
  /** Separated by blanks. */
  readonly scope: string
  /** Whether it says in an ID token who came, as OpenID Connect has it. */
  readonly idToken: boolean
  /** False: it refuses what PKCE adds; absent: it takes it. */
  readonly pkce?: false
  /** Who issues the ID tokens, where that is not simply what the document says. */
  readonly issuerOf?: (issuer: string, claims: Claims) => string
  /** Further pages about a person, read with the access token in this order; absent: what OpenID Connect names. */
  readonly pages?: readonly URL[]
  /** Where it lists the groups of somebody, when these mean something; null: it has none of them. */
  readonly groups?: (claims: Claims) => GroupPage | null
  /** Null: it does not say whom it means. `pages`: what they say, in their order. */
  readonly profileOf: (claims: Claims, pages: readonly unknown[]) => Profile | null
}

export interface GroupPage {
  readonly address: URL
  /** Their names, of what is there. */
  readonly namesIn: (page: unknown) => readonly string[]
}

/** What RFC 8414 calls metadata, with what signing in takes. */
export type Described = AuthorizationServer & {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
}

/** A text that says something. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Texts and numbers, as providers number people. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value)
}

/** An address that could be one; lengths as the database has them. */
export function mailOf(value: unknown): string | null {
  const text = textOf(value)?.trim() ?? ''
  return text.length <= 200 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : null
}
