import { randomInt } from 'node:crypto'

/** Consonants, so that no code is a word (RFC 8628, section 6.1); 20 to the power of 8 codes. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

/** Returns a code for people to type, such as `BCDF-GHJK`. */
export function newUserCode(): string {
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** Normalizes a typed code, ignoring case and separators; returns `null` if it is invalid. */
export function typedUserCode(typed: string): string | null {
  const text = typed
    .slice(0, 40)
    .toUpperCase()
    .replaceAll(/[\s\p{P}]/gu, '')
  const isCode = text.length === length && [...text].every((letter) => letters.includes(letter))
  return isCode ? `${text.slice(0, 4)}-${text.slice(4)}` : null
}
