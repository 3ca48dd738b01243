import type { OneTimeKey } from '@millwright/contract/wire/two-step'
import { Secret, TOTP } from 'otpauth'

/** Seconds that a code is shown for. */
const period = 30
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20

/** A new key for an app that shows codes; `issuer` and `account` are what the app calls it. */
export function newOneTimeKey(issuer: string, account: string): OneTimeKey {
  return oneTimeKey(issuer, account, new Secret({ size: secretBytes }))
}

/** The same key once more. `secret`: Base32. */
export function sameOneTimeKey(issuer: string, account: string, secret: string): OneTimeKey {
  return oneTimeKey(issuer, account, Secret.fromBase32(secret))
}

function oneTimeKey(issuer: string, account: string, secret: Secret): OneTimeKey {
  return { secret: secret.base32, uri: new TOTP({ issuer, label: account, secret, period }).toString() }
}

/**
 * The time step that a code of six digits belongs to: the present one, or one beside it for clocks that differ; null when it is
 * wrong. Compared in constant time.
 */
export function stepOf(code: string, secret: string, now: number): number | null {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period, timestamp: now, window: 1 })
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta
}

/** A code as people type it, with blanks between its digits; null for any other text. */
export function readOneTimeCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
