import { Problem } from '@millwright/contract/problem'
import { verbMask } from '@millwright/contract/verbs'
import type { Key } from '../records/system/dialect.ts'
import type { Row, Tx } from '../records/system/sql-runner.ts'
import type { Caller, ProgramCredential } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'

type ByProgram = Pick<Caller, 'program'>

/** What sessions and requests with an app password have in common. */
export const appPassword: ProgramCredential = { kind: 'app password' }

const names = {
  'app password': 'An app password',
  'provider token': 'A provider token',
  'access token': 'An access token',
} as const

/**
 * Throws 403 if a program called with a credential that may be stored in a file (docs/wire/two-step.md, docs/wire/access-tokens.md,
 * docs/wire/sign-in.md).
 * For changes of credentials.
 */
export function rejectProgram({ program }: ByProgram): void {
  if (program !== undefined)
    throw new Problem(403, `${names[program.kind]} cannot change accounts or sign-in settings.`)
}

/**
 * Throws 403 for programs, except for applies of configuration that may do it. For code that runs later with its author's rights, when nothing
 * shows any more that a program wrote it.
 */
export function rejectScriptChangeByProgram({ program }: ByProgram): void {
  if (program?.kind === 'access token' && program.writesPrograms !== undefined) {
    if (program.writesPrograms) return
    throw new Problem(
      403,
      `The access token '${program.name}' lacks the scope 'config:programs', without which it cannot apply scripts, scheduled tasks, webhooks or custom APIs.`,
    )
  }
  if (program !== undefined)
    throw new Problem(403, `${names[program.kind]} cannot change scripts, scheduled tasks, webhooks or custom APIs.`)
}

/** Throws 403 for programs. For requests that are made later, when the credential may be revoked and its scopes are not known any more. */
export function rejectSubscriptionByProgram({ program }: ByProgram): void {
  if (program !== undefined)
    throw new Problem(403, `${names[program.kind]} cannot subscribe services to messages, which arrive later.`)
}

/** Throws 403 for programs. For mails that may contain codes. */
export function rejectOutboxOfProgram({ program }: ByProgram): void {
  if (program !== undefined)
    throw new Problem(403, `${names[program.kind]} cannot read the outbox: mails in it contain codes.`)
}

/**
 * Why a program cannot assign the role, or see the key of an app that has it; `null` for other callers and roles. The key of an
 * app whose role can write to `system` would allow account changes without a password.
 */
export function programRoleProblem({ program }: ByProgram, { name, rules }: CompiledRole): Problem | null {
  const writes = ({ service, verbMask: mask }: CompiledRole['rules'][number]) =>
    (service === null || service === 'system') && (mask & ~verbMask.GET) !== 0
  if (program === undefined || !rules.some(writes)) return null
  return new Problem(403, `${names[program.kind]} cannot assign the role '${name}': it allows writes to 'system'.`)
}

type Rank = Pick<Caller, 'sysadmin' | 'program'>

/** Whether the caller is an unrestricted administrator who signed in themselves, not a program with a credential for it. */
export function isFullAdmin({ sysadmin, program }: Rank): boolean {
  return sysadmin && program === undefined
}

/** Throws 403, with `what` as the reason, unless the caller is an unrestricted administrator. Throws 403 for programs, too. */
export function requireFullAdmin(caller: Rank, what: string): void {
  rejectProgram(caller)
  if (!caller.sysadmin) throw new Problem(403, `Access Forbidden. ${what}`)
}

const anyRootAdmin = 'SELECT "id" FROM "user" WHERE "is_root_admin" = 1 LIMIT 1'

/** `first` runs a query, within the current transaction if there is one. */
type First = (sql: string) => Promise<Row | undefined> | Row | undefined

/**
 * While there is no root administrator, every unrestricted administrator counts as one. Restricted administrators do not, because
 * they could lift their own restriction.
 */
export async function isRootAdmin({ user, sysadmin }: Caller, first: First): Promise<boolean> {
  if (user === null || !user.is_sys_admin || !sysadmin) return false
  return user.is_root_admin || (await first(anyRootAdmin)) === undefined
}

/**
 * Throws 403 if a change of the role, the app or the person would change an administrator's rights, unless the caller is a root
 * administrator. Having a role in any app is what restricts an administrator.
 */
export async function protectAdminRoles(
  tx: Tx,
  caller: Caller,
  column: 'role_id' | 'app_id' | 'user_id',
  id: Key,
): Promise<void> {
  const sql =
    column === 'user_id'
      ? 'SELECT "id" FROM "user" WHERE "id" = ? AND "is_sys_admin" = 1'
      : `SELECT "user"."id" FROM "user_to_app_to_role" JOIN "user" ON "user"."id" = "user_to_app_to_role"."user_id"
          WHERE "user_to_app_to_role"."${column}" = ? AND "user"."is_sys_admin" = 1 LIMIT 1`
  if ((await tx.first(sql, id)) === undefined || (await isRootAdmin(caller, tx.first))) return
  throw new Problem(403, 'Only a root administrator can change the roles of administrators.')
}

/**
 * The caller as who configuration is read and applied: a full administrator, or the owner of an access token with the scope, whose
 * writes are still those of a program. With the scope `config:programs`, applies write scripts and tasks too. Throws 403 for others (docs/wire/config.md).
 */
export function requireConfigAccess({ caller }: { readonly caller: Caller }, applies: boolean): Caller {
  const { program } = caller
  if (program?.kind !== 'access token') {
    requireFullAdmin(caller, onlyFull)
    return caller
  }
  const { name, scopes, owner } = program
  const scope = applies ? 'config:apply' : 'config:plan'
  if (!scopes.includes(scope) && !scopes.includes('config:apply'))
    throw new Problem(403, `Access Forbidden. The access token '${name}' lacks the scope '${scope}'.`)
  requireFullAdmin(owner, onlyFull)
  // A token for plans alone writes nothing, and says nothing about the one that will apply.
  const writesPrograms = scopes.includes('config:programs') || !scopes.includes('config:apply')
  return { ...owner, program: { ...program, writesPrograms } }
}

const onlyFull = 'Only full administrators can read and apply configuration.'

/**
 * Throws 403 unless the caller is an unrestricted administrator, or a restricted one with an access row for `usage/*` itself: a
 * row for all of `system`, which other tabs have, is not enough to see what people do (docs/wire/usage.md).
 */
export function requireUsageAccess({ user, role, sysadmin }: Pick<Caller, 'user' | 'role' | 'sysadmin'>): void {
  if (sysadmin) return
  const isNamed =
    user?.is_sys_admin === true &&
    role?.isActive === true &&
    role.rules.some(
      ({ service, component, verbMask: mask }) =>
        service === 'system' && component === 'usage/*' && (mask & verbMask.GET) !== 0,
    )
  if (!isNamed)
    throw new Problem(403, 'Access Forbidden. Usage is for administrators with the right to it.', { reason: 'rule' })
}

/** Services whose events concern accounts and access. */
const guarded: ReadonlySet<string> = new Set(['system', 'user'])

/** Whether what runs at events of a service is for full administrators. The name is case-insensitive. */
export const isGuarded = (service: string): boolean => guarded.has(service.toLowerCase())

/** Events of sign-in, passwords and access could be used to take over accounts. `events`: their names. */
export function hasGuardedEvent(events: readonly string[]): boolean {
  return events.some((name) => isGuarded(name.split('.')[0] ?? ''))
}
