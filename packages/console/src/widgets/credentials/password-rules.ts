import type { Authentication } from '@millwright/contract/wire/environment'

export const leastPassword = 5

/** What is wrong with a new password typed twice, or null; the two are compared first. */
export function newPasswordProblem(
  password: string,
  again: string,
  authentication: Authentication | undefined,
): string | null {
  if (password !== again) return 'Passwords do not match.'
  const least = authentication?.password_min_length ?? leastPassword
  return password.length < least ? `Password must be at least ${least} characters.` : null
}
