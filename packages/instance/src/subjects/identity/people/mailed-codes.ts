import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { Store } from '../../../store/store.ts'
import { newCode } from './codes.ts'

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
