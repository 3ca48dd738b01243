import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../records/system/sql-runner.ts'
import { type Difference, differencesOf } from './plan.ts'

/** What follows from the rest, or is each database's own way to say it. */
const derived = new Set([
  'db_type',
  'native',
  'name',
  'field',
  'related',
  'constraints',
  'primary_key',
  'access',
  'quoted_name',
])

/** In what the definition of a table that is there differs from that in a package, as far as the package says something. */
export function tableDifferences(there: Row, table: Row): readonly Difference[] {
  return [
    ...differencesOf(there, plainly(table)),
    ...listed('field', there, table, () => true),
    ...listed('related', there, table, ({ is_virtual }) => is_virtual === true),
  ]
}

function listed(part: string, there: Row, table: Row, counts: (row: Row) => boolean): Difference[] {
  const before = new Map(rowsIn(there[part]).map((row) => [String(row.name).toLowerCase(), row]))
  return rowsIn(table[part])
    .filter(counts)
    .flatMap((row): Difference[] => {
      const field = `${part}.${String(row.name)}`
      const known = before.get(String(row.name).toLowerCase())
      if (known === undefined) return [{ field, from: null, to: row.type ?? null }]
      return differencesOf(known, plainly(row)).map((each) => ({ ...each, field: `${field}.${each.field}` }))
    })
}

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRecord) : [])

function plainly(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !derived.has(name)))
}
