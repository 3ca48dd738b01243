import type { Authentication } from '@millwright/contract/wire/environment'
import { t } from './messages.ts'

/** Minimum length of a password; `null` if the server does not announce it and only rejects short ones. */
export function leastPasswordOf(authentication: Authentication | undefined): number | null {
  return authentication?.password_min_length ?? null
}

/** The message for a password that is too short; `null` if it is long enough, or the minimum is unknown. */
export function shortPassword(password: string, least: number | null): string | null {
  if (least === null) return password === '' ? t.passwordIsRequired : null
  return password.length < least ? t.passwordTooShort({ least }) : null
}

/** Validates a new password and its confirmation, or returns `null`. They are compared first. `mismatch`: the message if they differ. */
export function newPasswordProblem(
  password: string,
  again: string,
  authentication: Authentication | undefined,
  mismatch = t.passwordsDiffer,
): string | null {
  if (password !== again) return mismatch
  return shortPassword(password, leastPasswordOf(authentication))
}
