import type { Session } from '@millwright/contract/wire/session'
import type { ApiRequest } from '../../request/api-request.ts'

/** How a service signs people in at `user/session` (docs/wire/sign-in.md). */
export type SignIn = PasswordSignIn | ProviderSignIn

/** Signing in with a directory, which verifies passwords entered here. */
export interface PasswordSignIn {
  readonly kind: 'password'
  /** Rejects with 401 if the credentials are wrong, always with the same message, which does not reveal whether the person exists. */
  check(credentials: { readonly username: string; readonly password: string }): Promise<AuthenticatedPerson>
}

/** Signing in with a provider, which authenticates people on its own pages and redirects them back with a code. */
export interface ProviderSignIn {
  readonly kind: 'provider'
  /** The provider's redirect URL. */
  readonly comesBackTo: URL
  /** The provider's URL for signing in. `state` is returned with the redirect. */
  authorizationUrl(state: string, proof: Proof): Promise<URL>
  /**
   * Exchanges the code for the person's identity. `answer` contains the parameters of the redirect. Rejects with 401 if anything
   * does not match.
   */
  exchangeCode(answer: URLSearchParams, state: string, proof: Proof): Promise<AuthenticatedPerson>
}

/** Secrets of one sign-in: the PKCE verifier, and the nonce that the provider has to repeat in its ID token. */
export interface Proof {
  readonly verifier: string
  readonly nonce: string
}

/** A person authenticated by a service. */
export interface AuthenticatedPerson {
  readonly person: ExternalPerson
  readonly rules: LinkingRules
  /** Additional members of the session object, such as the groups of a directory. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Starts the session of a person authenticated by a service. Rejects with 401 if they may not sign in. `forever` is `remember_me`. */
export type StartSession = (vouched: AuthenticatedPerson, request: ApiRequest, forever: boolean) => Promise<Session>

/** A program whose token of a provider a service verified. */
export interface VouchedProgram {
  /** Its name in reports, as the provider identifies it. */
  readonly name: string
  /** Email address of the account whose session it gets. */
  readonly account: string
  /** When its token ends, in Unix seconds. */
  readonly until: number
}

/** A program that asks a service for a session. */
export interface ProgramAttempt {
  /** `modified`: when the settings were written by which it verifies. */
  readonly service: { readonly id: number; readonly name: string; readonly modified: string }
  /** What the program says it is, unverified: failures are counted by it. */
  readonly claimed: string
  /** Rejects with 401 if the token is not accepted, and with 502 or 504 if the provider could not be asked. */
  verify(): Promise<VouchedProgram>
}

/** Starts the session of the account of a program. Rejects with 401 if there is none, and with 429 after too many failures. */
export type StartProgramSession = (attempt: ProgramAttempt, request: ApiRequest) => Promise<Session>

/**
 * Ends the sessions of the person whom a service identifies by this subject, after a logout there; `false` if the person has no
 * account here.
 */
export type EndSessions = (service: number, subject: string, by: By) => Promise<boolean>

/** A person as described by a directory or provider. */
export interface ExternalPerson {
  readonly service: { readonly id: number; readonly name: string }
  /** The service's permanent identifier of the person; at most 1000 characters. */
  readonly subject: string
  /** What the service needs for signing the person out there, in its own format; if absent, only the subject. */
  readonly signOutName?: string
  readonly email: string | null
  /** Whether the service has verified that the address belongs to the person. */
  readonly emailVerified: boolean
  readonly first_name: string | null
  readonly last_name: string | null
  /** Display name; composed of the other names if missing. */
  readonly name: string | null
  /** Columns that record the origin of an account. */
  readonly marks: {
    readonly oauth_provider?: string
    readonly adldap?: string
    readonly ldap_username?: string
    readonly saml?: string
  }
}

/** Settings of a service about the people who sign in with it. */
export interface LinkingRules {
  /** Role for new people, in every app without a role of theirs. */
  readonly defaultRole: number | null
  /** Roles by app, which replace the person's roles in these apps at every login. */
  readonly roleByApp: ReadonlyMap<number, number>
  /** Role from the person's groups; takes precedence over the default role. */
  readonly groupRole: number | null
  /** Roles granted by groups, to their members only. */
  readonly groupRoles: ReadonlySet<number>
  readonly newUsers: boolean
}

/** The caller of a request and its origin. */
export type By = Pick<ApiRequest, 'caller' | 'address' | 'verb'>
