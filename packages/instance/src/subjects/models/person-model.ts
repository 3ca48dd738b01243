import { adminFields, userFields } from '@millwright/contract/records/person'
import { isoMicros } from '../../platform/clock.ts'
import {
  type DeclaredTable,
  declareTable,
  type FilterOnly,
  type ReadContext,
} from '../../records/system/declared-table.ts'

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
      return [...value].length < 6 ? 'username must have at least 6 characters.' : null
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

export const user: DeclaredTable = declareTable({ table: 'user', label: 'User', fields: userFields, columns, filters })
export const admin: DeclaredTable = declareTable({
  table: 'user',
  auditedAs: 'admin',
  label: 'User',
  fields: adminFields,
  columns,
  filters,
})

/** Requires one `@` with text before it and a domain after it. Only a mail can show whether the address exists. */
function isEmail(value: unknown): boolean {
  return (
    typeof value === 'string' && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)*$/.test(value)
  )
}

/** Milliseconds for which a code is valid. */
export const codeLifetime = 86_400_000
