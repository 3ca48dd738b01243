import { invalid, type Problem } from '@millwright/contract/problem'
import type { By } from '../../../gateway/ports/sign-in.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import { foldedName } from '../../../platform/mail-address.ts'
import { constraintProblem } from '../../../records/system/broken-rule.ts'
import type { Actor } from '../../../records/system/declared-table.ts'
import { deleteRow, insertRow, storedRow } from '../../../records/system/rows.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { Store } from '../../../store/store.ts'
import { user } from '../../ground/models/person-model.ts'
import { ruledAppRole } from '../../ground/models/role-model.ts'
import type { AccountWriter } from './account-writer.ts'
import { type Account, findPerson } from './authenticate.ts'
import type { Registration, RegistrationRules } from './registration-form.ts'

/** How the owner of the new account signs in: with a password or, before there is one, with a mailed code. Both are hashed. */
export type Entry = { readonly password: string } | { readonly code: string }

/** Writes the accounts of people who register. */
export interface Registrar {
  /** Which of the email address and the username are taken, or only one of them if both are equal; look-alikes are taken, too. */
  taken(registration: Registration): Promise<TakenName[]>
  /** The address of the account whose address is the same, or looks the same. */
  holderOf(email: string): Promise<string | null>
  /** Returns the new person's id. Throws `inUse` for values taken meanwhile. `answer`: hashed. */
  add(
    registration: Registration,
    answer: string | null,
    entry: Entry,
    rules: RegistrationRules,
    by: By,
  ): Promise<number>
  /** Deletes an account whose code was never mailed. */
  remove(id: number, by: By): Promise<void>
}

export type TakenName = 'email' | 'username'

export function createRegistrar(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  writes: AccountWriter,
): Registrar {
  async function insert(tx: Tx, row: Row, rules: RegistrationRules, actor: Actor, log: WriteLog): Promise<number> {
    const id = Number((await insertRow(tx, user, row, actor)).id)
    log.inserted('user')
    log.inserted('user_to_app_to_role')
    const apps = await tx.all('SELECT "id" FROM "app" ORDER BY "id"')
    const roles = new Set((await tx.all('SELECT "id" FROM "role"')).map((role) => Number(role.id)))
    await log.auditLog.within({ resource: 'user', id: String(id) }, async () => {
      for (const app of apps) {
        const app_id = Number(app.id)
        const role_id = rules.roleIn(Number(app.id))
        if (role_id !== null && roles.has(role_id)) {
          await insertRow(tx, ruledAppRole, { user_id: id, app_id, role_id }, actor)
        }
      }
    })
    return id
  }

  async function holder(name: TakenName, typed: string): Promise<Account | null> {
    const alike = store.db.selectFrom('user').selectAll().where(`${name}_key`, '=', foldedName(typed))
    return (await findPerson(store.db, name, typed)) ?? (await alike.executeTakeFirst()) ?? null
  }

  return {
    holderOf: async (email) => (await holder('email', email))?.email ?? null,

    async taken({ email, username }) {
      const byEmail = await holder('email', email)
      const byName = await holder('username', username)
      // The username defaults to the address, for which one message is enough.
      if (email === username && byEmail !== null) return ['email']
      return [...(byEmail === null ? [] : ['email' as const]), ...(byName === null ? [] : ['username' as const])]
    },

    async add(registration, answer, entry, rules, by) {
      const { security_answer: _, password: __, ...columns } = registration
      const row: Row = {
        ...columns,
        security_answer: answer,
        password: 'password' in entry ? entry.password : null,
        confirm_code: 'code' in entry ? entry.code : null,
        confirm_code_date: 'code' in entry ? isoMicros(clock()) : null,
        is_active: 1,
        is_sys_admin: 0,
        is_root_admin: 0,
      }
      try {
        return await writes.run(by, (tx, actor, log) => insert(tx, row, rules, actor, log))
      } catch (error) {
        const broken = constraintProblem(error)
        if (broken?.kind !== 'unique') throw error
        throw inUse(broken.columns)
      }
    },

    async remove(id, by) {
      await writes.run(by, async (tx, actor, log) => {
        const previous = await storedRow(tx, user, id)
        if (previous !== undefined) await deleteRow(tx, user, previous, id, actor)
        log.changed('user', id)
        log.changed('user_to_app_to_role', id)
      })
    },
  }
}

/** A 400 with the fields whose values are taken. */
export function inUse(fields: readonly string[]): Problem {
  return invalid(
    Object.fromEntries(fields.map((field) => [field, [`${field} is already in use.`]])),
    'Validation failed.',
  )
}
