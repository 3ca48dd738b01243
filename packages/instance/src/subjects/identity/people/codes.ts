import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { Store } from '../../../store/store.ts'
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

/** Codes that are sent to people by mail. */
export interface MailedCodes {
  /**
   * Stores a new code for a person, then mails it: a crash in between leaves an unknown code, not a mail with an invalid one.
   * If the mail fails, restores the previous code and throws the error.
   */
  send(userId: number, mail: (code: string) => Promise<void>): Promise<void>
}

export function createMailedCodes(store: Store, clock: Clock): MailedCodes {
  const announce = (userId: number) => store.changes.publish([{ table: 'user', ids: [userId] }])

  return {
    async send(userId, mail) {
      const { code, hash } = newCode()
      const before = await store.transaction(async (tx) => {
        const row = await tx
          .selectFrom('user')
          .select(['confirm_code', 'confirm_code_date', 'revision'])
          .where('id', '=', userId)
          .executeTakeFirst()
        await tx
          .updateTable('user')
          .set((user) => ({
            confirm_code: hash,
            confirm_code_date: isoMicros(clock()),
            revision: user('revision', '+', 1),
          }))
          .where('id', '=', userId)
          .execute()
        return row
      })
      await announce(userId)
      try {
        await mail(code)
      } catch (error) {
        if (before !== undefined) await restore(userId, hash, before)
        throw error
      }
    },
  }

  /** Does nothing if the person has changed meanwhile. */
  async function restore(
    userId: number,
    hash: string,
    before: { confirm_code: string | null; confirm_code_date: string | null; revision: number },
  ): Promise<void> {
    await store.transaction((tx) =>
      tx
        .updateTable('user')
        .set(before)
        .where('id', '=', userId)
        .where('confirm_code', '=', hash)
        .where('revision', '=', before.revision + 1)
        .execute(),
    )
    await announce(userId)
  }
}
