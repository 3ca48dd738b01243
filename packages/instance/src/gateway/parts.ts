import type { StorageOf } from '@millwright/connector/files/file-storage'
import type { ApiDescription } from '@millwright/connector/openapi'
import type { UsageAnswer } from '@millwright/contract/wire/usage'
import type { AppsOrigin } from '../platform/apps-place.ts'
import type { Background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Instruments } from '../platform/instruments/instruments.ts'
import type { Lookups } from '../platform/lookup-substitution.ts'
import type { Config } from '../platform/settings/config.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Vault } from '../platform/vault.ts'
import type { RowHistory } from '../records/records-context.ts'
import type { ChangeRule, FollowUp } from '../records/system/audit-log.ts'
import type { Authorize } from '../records/system/declared-table.ts'
import type { ApiRequest, Params } from '../request/api-request.ts'
import type { Credentials } from '../request/call.ts'
import type { Author, Authority, Caller } from '../request/caller.ts'
import type { Store } from '../store/store.ts'
import type { Outbox } from './ports/mail.ts'
import type { ServiceCaches } from './ports/service-caches.ts'
import type { ServiceKinds } from './ports/service-kinds.ts'
import type { RecordCall } from './ports/usage.ts'

/** Identifies the caller by credentials. Rejects invalid tokens, inactive apps and wrong Basic passwords. */
export type Identify = (credentials: Credentials, address: string) => Promise<Caller> | Caller

export interface Passwords {
  /** Argon2id with its parameters, as one text. */
  hash(plain: string): Promise<string>
  /** Takes as long for a null hash as for a real one. */
  verify(plain: string, hash: string | null): Promise<boolean>
  /** Whether a hash was created with weaker parameters than new ones. */
  outdated(hash: string): boolean
}

export interface Tokens {
  /** Issues a new session token for a person, for responses that had to revoke the current one. */
  issue(userId: number, forever: boolean, start?: SessionStart): Promise<string>
  /**
   * The contents of a token of this instance, even if it has expired or was revoked; `null` for any other text. `expires` is in
   * Unix seconds.
   */
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
   * Stores a new code for the person and mails the link, with the mail service and template of the `system` service (for admins) or
   * the `user` service. Rejects with 503 if mail cannot be sent.
   */
  invite(
    userId: number,
    kind: 'admin' | 'user',
    request: Pick<ApiRequest, 'origin' | 'linkOrigin' | 'caller'>,
  ): Promise<void>
}

/** A change of a person's sign-in methods, as a sentence in each language of mails. */
export interface AccountChange {
  readonly en: string
  readonly de: string
}

export interface AccountNotices {
  /** Mails the person after the response what was changed about their sign-in. `before` is their row before the change. */
  tell(
    before: Readonly<Record<string, unknown>>,
    changes: readonly AccountChange[],
    request: Pick<ApiRequest, 'origin' | 'linkOrigin' | 'caller' | 'address'>,
  ): void
}

/** A request to administrators for access. */
export interface RequestedAccess {
  /** The service for which access is requested. */
  readonly at: string
  readonly services: readonly string[]
  readonly operations: readonly string[]
  readonly note: string
}

export interface AccessRequests {
  /**
   * Mails the request to full administrators and records it in the audit log, without granting anything; for services that exist, people
   * can decide about it. Rejects with 429 if the caller asks too often, with 503 if it was only a mail and cannot be sent.
   */
  ask(
    wanted: RequestedAccess,
    request: Pick<ApiRequest, 'origin' | 'linkOrigin' | 'caller' | 'address'>,
  ): Promise<AskedFor>
}

export interface AskedFor {
  /** Number of notified administrators. */
  readonly told: number
  /** Ids of the access requests. */
  readonly requests: readonly number[]
}

/**
 * `trusted`: predefined keys, and those that full administrators wrote, for row filters, addresses and texts of full administrators.
 * `code`: those of them whose values people cannot set for themselves, for source texts.
 */
export type LookupChoice = 'trusted' | 'code'

/** The lookup keys available to texts. */
export interface CallerLookups {
  /**
   * The lookup keys of a caller: predefined ones, then those of the user, the role, the app and the instance. `address` is the
   * instance's own URL.
   */
  of(caller: Caller, address: string, only?: LookupChoice): Promise<Lookups>
  /** Lookup keys without an owner, for what does not depend on the caller. */
  ofInstance(only?: 'trusted'): Promise<Lookups>
  /**
   * For mails that the instance itself sends: predefined keys about the instance, and those without an owner that full administrators
   * wrote. None depends on the caller, who may be anyone.
   */
  ofMails(address: string): Promise<Lookups>
}

/** The shared parts of the instance that everything behind the HTTP layer is built from. */
export interface Parts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly kinds: ServiceKinds
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
  readonly authorize: Authorize
  /** Which changes are refused to everybody; `null`: none. */
  readonly changeRule: ChangeRule | null
  readonly followUp: FollowUp
  readonly outbox: Outbox
  readonly storageOf: StorageOf
  /** The whole API description of a service by name, whoever asks; `null`: it has none. */
  readonly describe: (service: string) => Promise<ApiDescription | null>
  readonly appsPlace: AppsOrigin
  readonly instruments: Instruments
  /** For entry points outside the API, which count requests themselves. */
  readonly recordCall: RecordCall
  /** Reads usage by the parameters of `system/usage`; `null` if nothing is counted. */
  readonly readUsage: (params: Params) => Promise<UsageAnswer | null>
  /** Records changes of tables with data history. */
  readonly rowHistory: RowHistory
  /** `null` if tracing is disabled. */
  readonly tracing: Tracing | null
}

/** Where and how a session token was obtained. */
export interface SessionStart {
  readonly proof?: SessionProof | undefined
  /** The session to continue; a new one starts if absent. */
  readonly session?: SessionName | undefined
  /** Absent if unknown. */
  readonly device?: Device | undefined
  /** When the session ends at the latest, in Unix seconds; absent: by the settings of the instance. */
  readonly until?: number | undefined
}

/** A session, as identified by its tokens. */
export interface SessionName {
  readonly id: string
  /** Start of its lifetime, in Unix seconds. */
  readonly issued: number
}

/** The device on which a session is used. */
export interface Device {
  readonly address: string
  /** The `User-Agent` of the browser or program. */
  readonly agent: string | null
}

/** How a session was authenticated besides the person's own password; preserved in its later tokens. */
export interface SessionProof {
  /** With two-step sign-in. */
  readonly twoStep?: boolean
  /** Id of the app password. */
  readonly appPassword?: number
  /** With a provider's token of this program. */
  readonly program?: ProgramProof
}

/** Which service verified the token of which program, and when its settings were written: a change of them ends the session. */
export interface ProgramProof {
  readonly service: number
  readonly modified: string
  readonly name: string
}

/** The current rights of an author; `null` for a full administrator, whose rights restrict nothing (docs/wire/access.md). */
export type Authorities = (author: Author) => Promise<Authority | null> | Authority | null
