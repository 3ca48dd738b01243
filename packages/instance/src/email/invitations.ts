import { Problem } from '@millwright/contract/problem'
import { type Clock, isoMicros } from '../clock.ts'
import { newCode } from '../identity/codes.ts'
import type { Invitations } from '../parts.ts'
import type { Store } from '../store/store.ts'
import type { PersonMail } from './person-mail.ts'

interface InvitationParts {
  readonly store: Store
  readonly clock: Clock
  readonly mail: PersonMail
}

/** Invitations by mail: a code counts only once its mail is on the way, so a failure changes nothing. */
export function createInvitations({ store, clock, mail }: InvitationParts): Invitations {
  return {
    invite: async (userId, kind, { origin, caller }) => {
      const person = await store.db
        .selectFrom('user')
        .select(['email', 'username', 'name', 'first_name', 'last_name', 'phone'])
        .where('id', '=', userId)
        .executeTakeFirst()
      if (person === undefined) throw new Problem(404, `Record with identifier '${userId}' not found.`)
      const { code, hash } = newCode()
      const adminId = kind === 'admin' ? userId : null
      await mail.send({ purpose: 'invite', kind, person, code, origin, caller, adminId })
      await store.transaction((tx) =>
        tx
          .updateTable('user')
          .set((row) => ({
            confirm_code: hash,
            confirm_code_date: isoMicros(clock()),
            revision: row('revision', '+', 1),
          }))
          .where('id', '=', userId)
          .execute(),
      )
      await store.changes.publish([{ table: 'user', ids: [userId] }])
    },
  }
}
