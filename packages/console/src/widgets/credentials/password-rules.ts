import type { Authentication } from '@millwright/contract/wire/environment'
import { t } from './messages.ts'

/** Fewest characters of a password; null where the server does not say, and its refusal is the only word on it. */
export function leastPasswordOf(authentication: Authentication | undefined): number | null {
  return authentication?.password_min_length ?? null
}

/** Why a password is too short; null when it is not, or when that is for the server to say. */
export function shortPassword(password: string, least: number | null): string | null {
  if (least === null) return password === '' ? t.passwordIsRequired : null
  return password.length < least ? t.passwordMustBeAtLeast({ least }) : null
}

/** What is wrong with a new password typed twice, or null; the two are compared first. `mismatch`: how to say they differ. */
export function newPasswordProblem(
  password: string,
  again: string,
  authentication: Authentication | undefined,
  mismatch = t.passwordsDoNotMatch,
): string | null {
  if (password !== again) return mismatch
  return shortPassword(password, leastPasswordOf(authentication))
}
