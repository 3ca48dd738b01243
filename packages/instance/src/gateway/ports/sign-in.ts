import type { Session } from '@millwright/contract/wire/session'
import type { ApiRequest } from '../../request/api-request.ts'

/** How a service signs people in at `user/session` (docs/wire/sign-in.md). */
export type SignIn = PasswordSignIn | ProviderSignIn

/** Directories: they check what people typed here. */
export interface PasswordSignIn {
  readonly kind: 'password'
  /** Refuses with 401 who does not prove to be the person, with one sentence that does not tell who exists. */
  check(credentials: { readonly username: string; readonly password: string }): Promise<Vouched>
}

/** Providers: people prove there who they are, and come back with a code. */
export interface ProviderSignIn {
  readonly kind: 'provider'
  /** Where the provider sends people back to. */
  readonly comesBackTo: URL
  /** Where people are sent. `state`: comes back with them. */
  addressFor(state: string, proof: Proof): Promise<URL>
  /** Trades the code for who came. `answer`: what the provider sent people back with. Refuses with 401 what does not fit. */
  finish(answer: URLSearchParams, state: string, proof: Proof): Promise<Vouched>
}

/** Made for one sign-in and shown to nobody: the verifier of PKCE, and what the provider has to repeat in its ID token. */
export interface Proof {
  readonly verifier: string
  readonly nonce: string
}

/** Somebody whom a service has made sure of. */
export interface Vouched {
  readonly person: ExternalPerson
  readonly rules: LinkingRules
  /** What the session object has besides its own members, such as the groups of a directory. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Begins the session of somebody whom a service vouches for. Refuses with 401 who is not let in. `forever`: as `remember_me`. */
export type Enter = (vouched: Vouched, request: ApiRequest, forever: boolean) => Promise<Session>

/** Ends the sessions of the person whom a service knows by this subject, who signed out there; false: it knows nobody here. */
export type EndSessions = (service: number, subject: string, by: By) => Promise<boolean>

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
export interface LinkingRules {
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

/** Of a request, who makes it and from where. */
export type By = Pick<ApiRequest, 'caller' | 'address' | 'verb'>
