import type { MaybePromise } from '@millwright/connector/engine/statement'
import { invalid } from '@millwright/contract/problem'
import { adminFields, userFields } from '@millwright/contract/records/person'
import { isRootAdmin } from '../../../access/required-rights.ts'
import { isoMicros } from '../../../platform/clock.ts'
import { foldedName } from '../../../platform/mail-address.ts'
import { isLonger } from '../../../platform/plain-text.ts'
import {
  type DeclaredChange,
  type DeclaredTable,
  declareTable,
  type FilterOnly,
  type ReadContext,
} from '../../../records/system/declared-table.ts'
import type { ReadAt } from '../../../records/system/read-place.ts'
import type { Relation } from '../../../records/system/relation.ts'
import type { FirstRow, Tx } from '../../../records/system/sql-runner.ts'
import type { Caller } from '../../../request/caller.ts'

const columns = {
  // Addresses that differ only by case are the same mailbox in practice, and people type them inconsistently.
  email: {
    accept: (sent: unknown) => (typeof sent === 'string' ? sent.trim().toLowerCase() : sent),
    check: (value: unknown) => (isEmail(value) ? null : 'The email field must be a valid email address.'),
  },
  username: {
    accept: (sent: unknown) => (sent === '' ? null : sent),
    check: (value: unknown) => {
      if (typeof value !== 'string') return null
      if (/\s/.test(value)) return 'username must not contain spaces.'
      return !isLonger(value, 5) ? 'username must have at least 6 characters.' : null
    },
  },
  // Selectable, as clients of the common API name it among the fields that they read.
  security_answer: { selectable: true },
  default_app_id: { references: 'app' as const },
  confirmed: { stored: false, select: 'CASE WHEN "confirm_code" IS NULL THEN 1 ELSE 0 END' },
  expired: {
    stored: false,
    select: 'CASE WHEN "confirm_code" IS NULL THEN NULL ELSE "confirm_code_date" END',
    read: (codeDate: unknown, _: unknown, { now }: ReadContext) =>
      typeof codeDate === 'string' && codeDate < isoMicros(now - codeLifetime),
  },
}

const filters = {
  confirmed: { kind: 'flag', sql: '"confirm_code" IS NULL' },
  role_id: {
    kind: 'number',
    sql: '"user"."id" IN (SELECT "held"."user_id" FROM "user_to_app_to_role" AS "held" WHERE "held"."role_id" = ?)',
  },
} as const satisfies Readonly<Record<string, FilterOnly>>

/** Who may change whose account is decided by the accounts, not by their fields (docs/wire/access.md). */
const authority = {
  columns: {
    name: 'decides',
    username: 'plain',
    first_name: 'decides',
    last_name: 'decides',
    email: 'addresses',
    is_active: 'plain',
    phone: 'decides',
    security_question: 'plain',
    default_app_id: 'plain',
    password: 'plain',
    security_answer: 'plain',
    end_sessions: 'plain',
  },
} as const

/** Rejects an address or username that looks like another person's. Equal ones are left to the constraints of the table. */
async function refuseLookAlike(tx: Tx, { values, previous }: DeclaredChange): Promise<void> {
  for (const name of ['email', 'username'] as const) {
    const typed = values[name]
    if (typed === undefined || typed === previous?.[name]) continue
    const key = typeof typed === 'string' ? foldedName(typed) : null
    values[`${name}_key`] = key
    if (key === null) continue
    const sql = `SELECT "id" FROM "user" WHERE "${name}_key" = ? AND "${name}" <> ? AND "id" <> ?`
    const found = await tx.first(sql, key, typed, previous?.id ?? 0)
    if (found !== undefined) throw invalid({ [name]: [`${name} is already in use.`] })
  }
}

export const user: DeclaredTable = declareTable({
  table: 'user',
  label: 'User',
  fields: userFields,
  columns,
  filters,
  authority,
  check: refuseLookAlike,
})
export const admin: DeclaredTable = declareTable({
  table: 'user',
  auditedAs: 'admin',
  label: 'User',
  fields: adminFields,
  authority: { columns: { ...authority.columns, is_restricted_admin: 'grants', access_by_tabs: 'grants' } },
  columns,
  filters,
  check: refuseLookAlike,
})

export const personRecords: ReadAt = {
  table: 'user',
  column: 'id',
  places: [
    { name: 'user', scope: { values: { is_sys_admin: 0 } } },
    { name: 'admin', scope: { values: { is_sys_admin: 1 } }, admits: readsAdmins },
    {
      name: 'admin/session',
      scope: { values: { is_sys_admin: 1 } },
      visible: ({ user: self }) => ({
        expression: 'CAST("id" AS TEXT)',
        texts: self === null ? [] : [String(self.id)],
      }),
    },
  ],
}

/** Whether a caller may read other administrators. */
function readsAdmins(caller: Caller, first: (sql: string) => FirstRow): MaybePromise<boolean> {
  return caller.user?.is_root_admin === true || isRootAdmin(caller, first)
}

/** The relations of every record to the people who created and last changed it. */
export const peopleWhoWrote: readonly Relation[] = [
  { kind: 'belongsTo', name: 'user_by_created_by_id', column: 'created_by_id', target: user, readAt: personRecords },
  {
    kind: 'belongsTo',
    name: 'user_by_last_modified_by_id',
    column: 'last_modified_by_id',
    target: user,
    readAt: personRecords,
  },
]

/** Requires one `@` with text before it and a domain after it. Only a mail can show whether the address exists. */
function isEmail(value: unknown): boolean {
  return (
    typeof value === 'string' && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)*$/.test(value)
  )
}

/** Milliseconds for which a code is valid. */
export const codeLifetime = 86_400_000
