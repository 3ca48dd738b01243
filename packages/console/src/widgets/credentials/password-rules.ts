import type { Authentication } from '@millwright/contract/wire/environment'

/** Fewest characters of a password; null where the server does not say, and its refusal is the only word on it. */
export function leastPasswordOf(authentication: Authentication | undefined): number | null {
  return authentication?.password_min_length ?? null
}

/** Why a password is too short; null when it is not, or when that is for the server to say. */
export function shortPassword(password: string, least: number | null): string | null {
  if (least === null) return password === '' ? 'Password is required.' : null
  return password.length < least ? `Password must be at least ${least} characters.` : null
}

/** What is wrong with a new password typed twice, or null; the two are compared first. `mismatch`: how to say they differ. */
export function newPasswordProblem(
  password: string,
  again: string,
  authentication: Authentication | undefined,
  mismatch = 'Passwords do not match.',
): string | null {
  if (password !== again) return mismatch
  return shortPassword(password, leastPasswordOf(authentication))
}
