import { createHash, randomInt } from 'node:crypto'
import type { OneTimeKey } from '@millwright/contract/wire/two-step'
import { Secret, TOTP } from 'otpauth'

/** Seconds for which a code is displayed. */
const period = 30
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20

/** Creates a new key for an authenticator app. `issuer` and `account`: the names in the app. */
export function newOneTimeKey(issuer: string, account: string): OneTimeKey {
  return oneTimeKey(issuer, account, new Secret({ size: secretBytes }))
}

/** Returns the same key again. `secret`: Base32. */
export function sameOneTimeKey(issuer: string, account: string, secret: string): OneTimeKey {
  return oneTimeKey(issuer, account, Secret.fromBase32(secret))
}

function oneTimeKey(issuer: string, account: string, secret: Secret): OneTimeKey {
  return { secret: secret.base32, uri: new TOTP({ issuer, label: account, secret, period }).toString() }
}

/**
 * The time step of a code of six digits: the current one or, for clock differences, an adjacent one. `null` if the code is
 * wrong. Compared in constant time.
 */
export function stepOf(code: string, secret: string, now: number): number | null {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period, timestamp: now, window: 1 })
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta
}

/** Normalizes a code as typed, with spaces between its digits. Returns `null` for any other text. */
export function readOneTimeCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** Excludes vowels and characters that are easily confused. */
const alphabet = '23456789bcdfghjkmnpqrstvwxyz'
const groups = 4
const groupLength = 5

/** Distinguishes app passwords from people's passwords. */
const appPasswordPrefix = 'app-'

/** 28^20 is 96 bits: too many to guess, so that a fast hash suffices. */
function newWords(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

const form = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`)

export const recoveryCodeCount = 10

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newWords)
}

/** Normalizes a recovery code as typed. Returns `null` for any other text. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '')
  return form.test(plain) ? plain : null
}

export const newAppPassword = () => `${appPasswordPrefix}${newWords()}`

/** The hash of a possible app password, or `null` for any other text. */
export function hashOfAppPassword(typed: string): string | null {
  const plain = typed.startsWith(appPasswordPrefix) ? readRecoveryCode(typed.slice(appPasswordPrefix.length)) : null
  return plain === null ? null : hashOfWords(plain)
}

export function hashOfWords(words: string): string {
  return createHash('sha256').update(words.replaceAll('-', '')).digest('hex')
}
