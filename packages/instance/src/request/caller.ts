import type { CompiledRole } from './compiled-role.ts'

/** Who calls, through which app, with which role (docs/wire/access.md). */
export interface Caller {
  readonly user: CallerUser | null
  readonly app: CallerApp | null
  /** Resolved for administrators too; it decides only when `sysadmin` is false. */
  readonly role: CompiledRole | null
  /** `is_sys_admin` and without any role of an app: may do everything. */
  readonly sysadmin: boolean
  /** The session token that was accepted; null with HTTP Basic and without a session. */
  readonly token: string | null
  /** True when the request carried an API key at all, known or not. */
  readonly sentKey: boolean
  /** Whether the person's password was one for programs, by which no credentials are changed; absent: no. */
  readonly byAppPassword?: boolean
  /** What reports name where neither a person nor an app is behind the call; absent: nothing. */
  readonly actor?: string
  /** The assistant that calls for the person or app, as it calls itself; absent: none does. */
  readonly assistant?: string
  /** Whose rights have to allow each call as well: the authors of what makes the calls; absent: nobody's. */
  readonly narrowedBy?: readonly Authority[]
}

/** Who wrote something that runs later: a person, or an app without one; neither: a full administrator. */
export interface Author {
  readonly userId: number | null
  /** Through which they wrote it, and which therefore says which role is theirs. */
  readonly appId: number | null
}

/** An author who is no full administrator, with the rights that they have now. */
export interface Authority {
  readonly author: Author
  /** As the author would call; without a role when there is nothing that they may do. */
  readonly caller: Caller
}

export interface CallerUser {
  readonly id: number
  readonly name: string
  readonly username: string | null
  readonly ldap_username?: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string
  readonly is_sys_admin: boolean
  readonly is_root_admin: boolean
  readonly last_login_date: string | null
  readonly default_app_id: number | null
  readonly language?: string | null
}

export interface CallerApp {
  readonly id: number
  readonly name: string
  readonly role_id: number | null
  readonly api_key?: string | undefined
}
