import type { Authentication } from '@millwright/contract/wire/environment'

/** Fewest characters of a password; what servers that do not say ask for is the default. */
export function leastPasswordOf(authentication: Authentication | undefined): number {
  return authentication?.password_min_length ?? 5
}

/** What is wrong with a new password typed twice, or null; the two are compared first. `mismatch`: how to say they differ. */
export function newPasswordProblem(
  password: string,
  again: string,
  authentication: Authentication | undefined,
  mismatch = 'Passwords do not match.',
): string | null {
  if (password !== again) return mismatch
  const least = leastPasswordOf(authentication)
  return password.length < least ? `Password must be at least ${least} characters.` : null
}
