import { invalid } from '@millwright/contract/problem'
import { audit, type Field, integer } from '@millwright/contract/records/field'
import { lookupFields, secretMask } from '@millwright/contract/records/lookup'
import { type DeclaredChange, type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import { quoted } from '../../../records/system/dialect.ts'
import type { Tx } from '../../../records/system/sql-runner.ts'

type Owner = 'user_id' | 'role_id' | 'app_id'
const owners = { user_id: 'user', role_id: 'role', app_id: 'app' } as const
const {
  id,
  created_date: _date,
  last_modified_date: _modified,
  created_by_id: _by,
  last_modified_by_id: _last,
  ...own
} = lookupFields

/** Global lookup keys. */
export const globalLookup = lookupTable(null)

/** Lookup keys of a user, role or app. Their rows only show their own owner. */
export function lookupOf(owner: Owner): DeclaredTable {
  return lookupTable(owner)
}

function lookupTable(owner: Owner | null): DeclaredTable {
  const owned: Record<string, Field> = owner === null ? {} : { [owner]: integer() }
  return declareTable({
    table: 'lookup',
    label: 'Lookup',
    fields: { id, ...owned, ...own, ...audit },
    columns: {
      ...(owner === null ? {} : { [owner]: { references: owners[owner] } }),
      value: {
        select: `CASE WHEN "private" = 1 THEN '${secretMask}' ELSE "value" END`,
        read: (stored, _, { vault }) =>
          typeof stored !== 'string' || stored === secretMask ? stored : vault.open(stored),
        write: (value, { vault, creating }) => {
          if (value === secretMask) return creating ? null : undefined
          return typeof value === 'string' ? vault.seal(value) : null
        },
        comparable: false,
        secrets: {
          open: (stored, _row, { vault }) => (typeof stored === 'string' ? vault.open(stored) : null),
          hide: (plain, row, replace) => (row.private === true ? replace(plain) : plain),
        },
        auditedAs: ({ value, private: hidden }, { vault }) =>
          typeof value !== 'string' ? null : hidden === 1 ? secretMask : vault.open(value),
      },
    },
    check: checkLookup,
    authored: true,
    authority: {
      columns: {
        ...(owner === null ? {} : { [owner]: 'decides' }),
        name: 'decides',
        value: 'decides',
        private: 'decides',
        description: 'plain',
        allow_user_update: 'decides',
        allow_admin_update: 'decides',
      },
    },
  })
}

async function checkLookup(tx: Tx, { values, previous }: DeclaredChange): Promise<void> {
  if (previous?.private === 1 && values.private === 0 && values.value === undefined && previous.value !== null) {
    const message = 'value must be entered again when the key is no longer private.'
    throw invalid({ value: [message] })
  }
  const name = values.name ?? previous?.name
  const bound: unknown[] = [name]
  const conditions = Object.keys(owners).map((column) => {
    const owner = values[column] ?? previous?.[column] ?? null
    if (owner === null) return `${quoted(column)} IS NULL`
    bound.push(owner)
    return `${quoted(column)} = ?`
  })
  const sql = `SELECT "id" FROM "lookup" WHERE "name" = ? AND ${conditions.join(' AND ')}`
  const found = await tx.first(sql, ...bound)
  if (found === undefined || found.id === previous?.id) return
  const message = `name is already in use: ${String(name)}.`
  throw invalid({ name: [message] })
}
