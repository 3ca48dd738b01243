import { Problem, type ProblemOptions } from '@millwright/contract/problem'
import type { TokenScope } from '@millwright/contract/records/access-token'
import type { CompiledRole } from './compiled-role.ts'

/** Who calls, through which app, with which role (docs/wire/access.md). */
export interface Caller {
  readonly user: CallerUser | null
  readonly app: CallerApp | null
  /** Resolved for administrators too; only relevant if `sysadmin` is false. */
  readonly role: CompiledRole | null
  /** `is_sys_admin` without any role of an app: full access. */
  readonly sysadmin: boolean
  /** The accepted session token; `null` with HTTP Basic and without a session. */
  readonly token: string | null
  /** Whether the request carried an API key, known or not. */
  readonly sentKey: boolean
  /** With which the person's program called, and which must not be used to change credentials; absent: not with one of these. */
  readonly program?: ProgramCredential
  /** Name in reports for calls without a person or an app; absent: none. */
  readonly actor?: string
  /** The endpoint of a custom API that makes the calls, such as `shop/orders/{id}`; absent: none. */
  readonly endpoint?: string
  /** Self-reported name of the AI assistant that calls on behalf of the person or app; absent: none. */
  readonly assistant?: string
  /** Authors of the code that makes the calls, whose rights must permit each call as well; absent: none. */
  readonly narrowedBy?: readonly Authority[]
}

/** A person's credential for programs, which may be stored in a file. */
export type ProgramCredential =
  | { readonly kind: 'app password' }
  /** With which the program got a session; `name`: that of the program at the provider. */
  | { readonly kind: 'provider token'; readonly name: string }
  | AccessTokenUse

/** How reports name what a program called with; `null` if they do not. */
export function credentialName(program: ProgramCredential | undefined): string | null {
  return program === undefined || program.kind === 'app password' ? null : `${program.kind} ${program.name}`
}

/** An access token with which a request was made. */
export interface AccessTokenUse {
  readonly kind: 'access token'
  readonly name: string
  readonly scopes: readonly TokenScope[]
  /** Whether an apply of configuration may write what runs later, of which a program becomes the author; absent: it is no apply. */
  readonly writesPrograms?: boolean
  /** The caller with all rights that the owner gives to programs, of which the scopes leave some. */
  readonly owner: Caller
}

/** Author of something that runs later: a person, or an app without one; neither: a full administrator. */
export interface Author {
  readonly userId: number | null
  /** The app through which they wrote it, which determines their role; {@link programAuthor}: by a program. */
  readonly appId: number | null
}

/**
 * In place of the app of a full administrator whose program wrote: its credential may be stored in a file, so what was written is not trusted
 * like the administrator.
 */
export const programAuthor = 0

/** An author other than a full administrator, with their current rights. */
export interface Authority {
  readonly author: Author
  /** The author as a caller; without a role if the author has no access. */
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

/** A rejection of someone who is known from part of the credentials, so that usage and the request log name them. */
export class RefusedCaller extends Problem {
  readonly caller: Caller

  constructor(status: number, message: string, caller: Caller, options: ProblemOptions) {
    super(status, message, options)
    this.caller = caller
  }
}

/** The caller for requests that the instance makes itself, with full access; `actor` is the name that reports show. */
export function instanceCaller(actor: string): Caller {
  return { user: null, app: null, role: null, sysadmin: true, token: null, sentKey: false, actor }
}
