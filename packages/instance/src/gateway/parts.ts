import type { Lookups } from '../access/lookup-substitution.ts'
import type { AppsPlace } from '../platform/apps-place.ts'
import type { Background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/settings/config.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Caller } from '../request/caller.ts'
import type { Store } from '../store/store.ts'
import type { Outbox } from '../subjects/email/outbox.ts'
import type { Authorities } from '../subjects/people/authorities.ts'
import type { SessionProof } from '../subjects/people/token-rules.ts'
import type { ServiceCaches } from '../subjects/services/service-caches.ts'
import type { StorageOf } from './ports/file-storage.ts'

/** What credentials a request carried, before anyone believed them. */
export interface Credentials {
  readonly apiKey: string | null
  readonly token: string | null
  readonly basic: { readonly email: string; readonly password: string } | null
  readonly scriptToken: string | null
}

/** Turns credentials into a caller; refuses bad tokens, inactive apps and wrong Basic passwords. */
export type Identify = (credentials: Credentials, address: string) => Promise<Caller> | Caller

export interface Passwords {
  /** Argon2id with its parameters, as one text. */
  hash(plain: string): Promise<string>
  /** Takes as long for a null hash as for a real one. */
  verify(plain: string, hash: string | null): Promise<boolean>
  /** Whether a hash was made with less work than new ones are. */
  outdated(hash: string): boolean
}

export interface Tokens {
  /** A fresh session token of a person, for answers that had to end the one in use. */
  issue(userId: number, forever: boolean, proof?: SessionProof): Promise<string>
  /** What a token of this instance was made for, whatever became of it; null for any other text. `expires`: unix seconds. */
  describe(token: string): { readonly forever: boolean; readonly expires: number; readonly proof: SessionProof } | null
}

/** Encrypts what is secret at rest; the key is not in the database. */
export interface Vault {
  seal(plain: string): string
  open(sealed: string): string
}

export interface Invitations {
  /**
   * Stores a new code for the person and mails the link, by the mail service and template of the `system` service (admins)
   * or the `user` service; its texts may have the lookup keys of the one who invites. Refuses with 503 when mail cannot be
   * sent.
   */
  invite(userId: number, kind: 'admin' | 'user', request: Pick<ApiRequest, 'origin' | 'caller'>): Promise<void>
}

/** The lookup keys that texts may have. */
export interface CallerLookups {
  /**
   * Those of a caller: built in, then of the user, the role, the app and the instance. `address`: the instance's own.
   * `trusted`: without those that somebody else than a full administrator wrote, for what a full administrator wrote.
   */
  of(caller: Caller, address: string, trusted?: 'trusted'): Promise<Lookups>
  /** Those that belong to nobody, for what is the same whoever calls. */
  ofInstance(trusted?: 'trusted'): Promise<Lookups>
}

/** What everything behind the edge is built from. */
export interface Parts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly passwords: Passwords
  readonly vault: Vault
  readonly tokens: Tokens
  readonly invitations: Invitations
  readonly background: Background
  readonly caches: ServiceCaches
  readonly lookups: CallerLookups
  readonly authorities: Authorities
  readonly outbox: Outbox
  readonly storageOf: StorageOf
  readonly appsPlace: AppsPlace
}
