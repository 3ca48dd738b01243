import { Problem } from '@millwright/contract/problem'
import { verbMask } from '@millwright/contract/verbs'
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
