import { tokenBlacklisted, tokenExpired } from '@millwright/contract/problem'

export interface FailedCall {
  path: string
  status: number
  /** The `code` of the body, which some servers set where the status says something else. */
  code: number | string | null
  message: string
  ignore401: boolean
  signedIn: boolean
  /** The page is one on which nobody is asked to sign in again. */
  quietPage: boolean
}

/** What a failed call needs: a fresh token, a new log-in, or nothing because the failure is about something else. */
export function remedyFor(call: FailedCall): 'refresh' | 'sign-in' | 'none' {
  if (call.ignore401 || !call.signedIn || call.quietPage || call.path.includes('/session')) return 'none'
  const is = (number: number) => call.status === number || Number(call.code) === number
  const blacklisted = is(403) && call.message.includes(tokenBlacklisted)
  if (!is(401) && !blacklisted) return 'none'
  return call.message.includes(tokenExpired) || call.path.includes('/profile') ? 'refresh' : 'sign-in'
}
