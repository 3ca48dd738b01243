import type { Session } from '@millwright/contract/wire/session'
import type { ApiRequest } from '../../request/api-request.ts'
import type { ArrivalRules, ExternalPerson } from '../../subjects/people/external/external-person.ts'
import type { By } from '../../subjects/people/own-writes.ts'

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
  readonly rules: ArrivalRules
  /** What the session object has besides its own members, such as the groups of a directory. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Begins the session of somebody whom a service vouches for. Refuses with 401 who is not let in. `forever`: as `remember_me`. */
export type Enter = (vouched: Vouched, request: ApiRequest, forever: boolean) => Promise<Session>

/** Ends the sessions of the person whom a service knows by this subject, who signed out there; false: it knows nobody here. */
export type EndSessions = (service: number, subject: string, by: By) => Promise<boolean>
