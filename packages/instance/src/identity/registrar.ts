import { invalid, type Problem } from '@millwright/contract/problem'
import type { Insertable } from 'kysely'
import { type Clock, isoMicros } from '../clock.ts'
import { constraintProblem } from '../store/constraint-problem.ts'
import type { Db, Store } from '../store/store.ts'
import type { UserTable } from '../store/tables.ts'
import { findPerson } from './find-person.ts'
import type { Registration } from './registration-form.ts'
import type { RegistrationRules } from './registration-rules.ts'

/** How the new account is entered: by a password or, until there is one, by a mailed code. Both are hashed. */
export type Entry = { readonly password: string } | { readonly code: string }

/** Writes the accounts of people who register. */
export interface Registrar {
  /** Which of the e-mail address and the user name somebody has; one of them alone where both are the same. */
  taken(registration: Registration): Promise<Taken[]>
  /** Answers the new person's id; refuses with `inUse` what was taken meanwhile. `answer`: hashed. */
  add(registration: Registration, answer: string | null, entry: Entry, rules: RegistrationRules): Promise<number>
  /** Takes back an account whose code was never mailed. */
  remove(id: number): Promise<void>
}

export type Taken = 'email' | 'username'

export function createRegistrar(store: Store, clock: Clock): Registrar {
  const announce = (ids: number[]) =>
    store.changes.publish([
      { table: 'user', ids },
      { table: 'user_to_app_to_role', ids },
    ])

  async function insert(tx: Db, row: Insertable<UserTable>, rules: RegistrationRules): Promise<number> {
    const { id } = await tx.insertInto('user').values(row).returning('id').executeTakeFirstOrThrow()
    const apps = await tx.selectFrom('app').select('id').execute()
    const roles = new Set((await tx.selectFrom('role').select('id').execute()).map((role) => role.id))
    const assigned = apps.flatMap((app) => {
      const role = rules.roleIn(app.id)
      return role !== null && roles.has(role) ? { user_id: id, app_id: app.id, role_id: role } : []
    })
    if (assigned.length > 0) await tx.insertInto('user_to_app_to_role').values(assigned).execute()
    return id
  }

  return {
    async taken({ email, username }) {
      const byEmail = await findPerson(store.db, 'email', email)
      const byName = await findPerson(store.db, 'username', username)
      // Without a user name of their own people get their address, of which one complaint is enough.
      if (email === username && byEmail !== null) return ['email']
      return [...(byEmail === null ? [] : ['email' as const]), ...(byName === null ? [] : ['username' as const])]
    },

    async add(registration, answer, entry, rules) {
      const { security_answer: _, password: __, ...columns } = registration
      const date = isoMicros(clock())
      const row: Insertable<UserTable> = {
        ...columns,
        security_answer: answer,
        password: 'password' in entry ? entry.password : null,
        confirm_code: 'code' in entry ? entry.code : null,
        confirm_code_date: 'code' in entry ? date : null,
        is_active: 1,
        is_sys_admin: 0,
        is_root_admin: 0,
        created_date: date,
        last_modified_date: date,
      }
      try {
        const id = await store.transaction((tx) => insert(tx, row, rules))
        await announce([])
        return id
      } catch (error) {
        const broken = constraintProblem(error)
        if (broken?.kind !== 'unique') throw error
        throw inUse(broken.columns)
      }
    },

    async remove(id) {
      await store.transaction((tx) => tx.deleteFrom('user').where('id', '=', id).execute())
      await announce([id])
    },
  }
}

/** 400 with the fields that somebody else has. */
export function inUse(fields: readonly string[]): Problem {
  return invalid(
    Object.fromEntries(fields.map((field) => [field, [`${field} is already in use.`]])),
    'Validation failed.',
  )
}
