import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { UserTable } from '../../store/tables.ts'

/** Without the letters and digits that are taken for each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const generatedLength = 20

/** A password to be printed once; about 116 bits at its usual length. */
export function generatePassword(minLength: number): string {
  const length = Math.max(generatedLength, minLength)
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A confirmed root administrator, named after the e-mail address. `hash`: of the password. */
export function firstAdmin(email: string, hash: string, date: string): Insertable<UserTable> {
  const { first, last, display } = nameOf(email)
  return {
    name: display,
    username: email,
    first_name: first,
    last_name: last,
    email,
    password: hash,
    is_active: 1,
    is_sys_admin: 1,
    is_root_admin: 1,
    created_date: date,
    last_modified_date: date,
  }
}

function nameOf(email: string): { first: string; last: string; display: string } {
  const words = (email.split('@')[0] ?? email).split(/[._+-]+/).filter((word) => word !== '')
  const [first = 'Admin', ...rest] = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { first, last: rest.join(' ') || first, display: [first, ...rest].join(' ') }
}
