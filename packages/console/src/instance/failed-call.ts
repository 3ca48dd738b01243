import { tokenBlacklisted, tokenExpired } from '@millwright/contract/problem'

export interface FailedCall {
  path: string
  status: number
  /** The `code` of the body, which some servers set to a value other than the status. */
  code: number | string | null
  message: string
  ignore401: boolean
  signedIn: boolean
  /** Whether the page never prompts the user to sign in again. */
  quietPage: boolean
}

/** What fixes a failed call: a token refresh, signing in again, or neither because the failure has another cause. */
export function recoveryFor(call: FailedCall): 'refresh' | 'sign-in' | 'none' {
  if (call.ignore401 || !call.signedIn || call.quietPage || call.path.includes('/session')) return 'none'
  const is = (number: number) => call.status === number || Number(call.code) === number
  const blacklisted = is(403) && call.message.includes(tokenBlacklisted)
  if (!is(401) && !blacklisted) return 'none'
  return call.message.includes(tokenExpired) || call.path.includes('/profile') ? 'refresh' : 'sign-in'
}
