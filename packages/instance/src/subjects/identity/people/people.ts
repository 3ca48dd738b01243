import { invalid } from '@millwright/contract/problem'
import type { By } from '../../../gateway/ports/sign-in.ts'
import { type Clock, plainSeconds } from '../../../platform/clock.ts'
import { constraintProblem } from '../../../records/system/broken-rule.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { Store } from '../../../store/store.ts'
import type { AccountWriter } from './account-writer.ts'

/** Columns that people may change in their own row. */
export interface OwnColumns {
  username?: string
  first_name?: string
  last_name?: string
  name?: string
  email?: string
  phone?: string
  security_question?: string | null
  /** Hashed. */
  security_answer?: string | null
  default_app_id?: number
  language?: string | null
}

/** The credential that must still be stored when a password is set, so that no secret is used twice concurrently. */
export type StillStored = { readonly password: string } | { readonly code: string } | { readonly answer: string }

/** Writes changes that people make to their own rows, and announces them. */
export interface People {
  /** Records the login, and voids a pending code. */
  signedIn(id: number): Promise<void>
  /** Ends all tokens of the person and voids a pending code. Returns false if the credential for it is no longer stored. */
  setPassword(id: number, hash: string, still: StillStored, by: By): Promise<boolean>
  /** A new email address ends all tokens of the person and voids a pending code. Throws a 400 for values that someone else has. */
  change(id: number, columns: OwnColumns, by: By): Promise<void>
}

export function createPeople(store: Store, clock: Clock, writes: AccountWriter): People {
  const announce = (id: number) => store.changes.publish([{ table: 'user', ids: [id] }])

  return {
    async signedIn(id) {
      await store.transaction((tx) =>
        tx
          .updateTable('user')
          .set({ last_login_date: plainSeconds(clock()), confirm_code: null, confirm_code_date: null })
          .where('id', '=', id)
          .execute(),
      )
      await announce(id)
    },

    setPassword(id, hash, still, by) {
      const [column, value] = stored(still)
      return writes.update(id, by, (row) =>
        row[column] === value
          ? {
              password: hash,
              confirm_code: null,
              confirm_code_date: null,
              token_generation: nextGeneration(row),
              ...('code' in still ? { proven_email: row.email } : {}),
            }
          : null,
      )
    },

    async change(id, columns, by) {
      try {
        await writes.update(id, by, (row) =>
          columns.email === undefined
            ? { ...columns }
            : // A code that was mailed to the old address would prove the new one.
              { ...columns, confirm_code: null, confirm_code_date: null, token_generation: nextGeneration(row) },
        )
      } catch (error) {
        const broken = constraintProblem(error)
        if (broken?.kind !== 'unique') throw error
        throw invalid(Object.fromEntries(broken.columns.map((column) => [column, [`${column} is already in use.`]])))
      }
    },
  }
}

const nextGeneration = (row: Readonly<Row>) => Number(row.token_generation) + 1

function stored(still: StillStored): ['password' | 'confirm_code' | 'security_answer', string] {
  if ('password' in still) return ['password', still.password]
  return 'code' in still ? ['confirm_code', still.code] : ['security_answer', still.answer]
}
