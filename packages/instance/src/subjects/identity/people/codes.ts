import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { codeLifetime } from '../../ground/models/person-model.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const length = 32

/** Creates a code for an invitation, a registration or a password reset. Only its hash is stored. */
export function newCode(): { code: string; hash: string } {
  const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return { code, hash: hashCode(code) }
}

export function hashCode(code: string): string {
  return createHash('sha256').update(code.trim().toUpperCase()).digest('hex')
}

const nobody = '0'.repeat(64)

/** Stored instead of a hash, so that no code matches. */
export const noCode = ''

/** Takes constant time, also for accounts without a code. */
export function matchesCode(code: string, hash: string): boolean {
  const known = hash.length === nobody.length
  return timingSafeEqual(Buffer.from(hashCode(code)), Buffer.from(known ? hash : nobody)) && known
}

/** `date`: when the code was created, as in `confirm_code_date`. */
export function isExpiredCode(date: string | null, now: number): boolean {
  return date === null || !(Date.parse(date) + codeLifetime > now)
}
