import { createHash, randomInt } from 'node:crypto'

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
