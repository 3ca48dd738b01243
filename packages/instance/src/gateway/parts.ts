import type { UsageAnswer } from '@millwright/contract/wire/usage'
import type { AppsPlace } from '../platform/apps-place.ts'
import type { Background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Instruments } from '../platform/instruments/instruments.ts'
import type { Lookups } from '../platform/lookup-substitution.ts'
import type { Config } from '../platform/settings/config.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Vault } from '../platform/vault.ts'
import type { RowHistory } from '../records/row-history.ts'
import type { ApiRequest, Params } from '../request/api-request.ts'
import type { Credentials } from '../request/call.ts'
import type { Author, Authority, Caller } from '../request/caller.ts'
import type { Store } from '../store/store.ts'
import type { StorageOf } from './ports/file-storage.ts'
import type { Outbox } from './ports/mail.ts'
import type { ServiceCaches } from './ports/service-caches.ts'
import type { RecordCall } from './ports/usage.ts'

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
  issue(userId: number, forever: boolean, start?: SessionStart): Promise<string>
  /** What a token of this instance was made for, whatever became of it; null for any other text. `expires`: unix seconds. */
  describe(token: string): DescribedToken | null
}

interface DescribedToken {
  readonly forever: boolean
  readonly expires: number
  readonly proof: SessionProof
  readonly session: SessionName
}

export interface Invitations {
  /**
   * Stores a new code for the person and mails the link, by the mail service and template of the `system` service (admins)
   * or the `user` service; its texts may have the lookup keys of the one who invites. Refuses with 503 when mail cannot be
   * sent.
   */
  invite(userId: number, kind: 'admin' | 'user', request: Pick<ApiRequest, 'origin' | 'caller'>): Promise<void>
}

/** A change of how somebody signs in, as a sentence in each language of mails. */
export interface AccountChange {
  readonly en: string
  readonly de: string
}

export interface AccountNotices {
  /** Mails somebody what was changed of how they sign in, after the answer. `before`: their row as it was. */
  tell(
    before: Readonly<Record<string, unknown>>,
    changes: readonly AccountChange[],
    request: Pick<ApiRequest, 'origin' | 'linkOrigin' | 'caller' | 'address'>,
  ): void
}

/** What somebody asks administrators for. */
export interface AccessRequest {
  /** The service at which they ask. */
  readonly at: string
  readonly services: readonly string[]
  readonly operations: readonly string[]
  readonly note: string
}

export interface AccessRequests {
  /**
   * Mails full administrators what somebody asks for, notes it in the audit trail, and grants nothing. Refuses with 429 who asks too often, with 503
   * where no mail can be sent. Answers how many administrators were told.
   */
  ask(wanted: AccessRequest, request: Pick<ApiRequest, 'origin' | 'linkOrigin' | 'caller' | 'address'>): Promise<number>
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
  readonly notices: AccountNotices
  readonly accessRequests: AccessRequests
  readonly background: Background
  readonly caches: ServiceCaches
  readonly lookups: CallerLookups
  readonly authorities: Authorities
  readonly outbox: Outbox
  readonly storageOf: StorageOf
  readonly appsPlace: AppsPlace
  readonly instruments: Instruments
  /** For ways in that are no requests of the API; those count by themselves. */
  readonly recordCall: RecordCall
  /** What was counted, by the parameters of `system/usage`; null: nothing is. */
  readonly readUsage: (params: Params) => Promise<UsageAnswer | null>
  /** Of tables whose history is on. */
  readonly rowHistory: RowHistory
  /** Null: nothing is traced. */
  readonly tracing: Tracing | null
}

/** How a token comes about. */
export interface SessionStart {
  readonly proof?: SessionProof | undefined
  /** The session that goes on; absent: one begins. */
  readonly session?: SessionName | undefined
  /** Absent: nobody knows. */
  readonly device?: Device | undefined
}

/** A session, by what its tokens carry. */
export interface SessionName {
  readonly id: string
  /** Unix seconds from which its end is counted. */
  readonly issued: number
}

/** From where a session is used. */
export interface Device {
  readonly address: string
  /** What the browser or program calls itself. */
  readonly agent: string | null
}

/** What a session was begun with besides the person's own password; its later tokens keep it. */
export interface SessionProof {
  /** By both steps. */
  readonly twoStep?: boolean
  /** With this app password. */
  readonly appPassword?: number
}

/**
 * The rights that the author of something has now; null: those of a full administrator, which narrow nothing
 * (docs/wire/access.md).
 */
export type Authorities = (author: Author) => Promise<Authority | null> | Authority | null
