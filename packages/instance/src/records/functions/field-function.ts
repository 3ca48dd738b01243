import { Problem } from '@millwright/contract/problem'
import type { DbFunctionUse, DbFunctionVerb } from '@millwright/contract/wire/table-schema'
import type { Engine } from '../../engines/engine.ts'
import type { DbFunction, DescribedField } from '../described-table.ts'
import { type CallScope, readCall } from './function-call.ts'

/** A function of a field as it is stored. */
export interface StoredFunction extends DbFunctionUse {
  /** A full administrator stored it: it runs word for word. */
  approved?: boolean
}

/** What calls of functions may name in a table with these columns. */
export function callScope({ functions, dialect }: Engine, columns: readonly string[]): CallScope {
  const byName = new Map(columns.toReversed().map((name) => [name.toLowerCase(), name]))
  for (const name of columns) byName.set(name, name)
  return {
    functions,
    column: (name) => byName.get(name) ?? byName.get(name.toLowerCase()) ?? null,
    quote: (name) => dialect.quote(name),
  }
}

/** A stored function with what runs of it. */
export function runnable(stored: StoredFunction, scope: () => CallScope): DbFunction {
  const { use, function: text } = stored
  if (stored.approved === true) return { use, function: text, sql: text.trim(), approved: true }
  const read = readCall(text, scope())
  return { use, function: text, sql: 'sql' in read ? read.sql : null, approved: false }
}

/** The SQL by which a field is read or written for a use; null: there is none. Refuses with 403 one that may not run. */
export function functionFor(field: DescribedField, use: DbFunctionVerb): string | null {
  const found = field.dbFunctions.find((each) => each.use.includes(use))
  if (found === undefined || found.function.trim() === '') return null
  if (found.sql !== null) return found.sql
  throw new Problem(
    403,
    `The function of the field '${field.apiName}' for ${use} is more than a call of allowed functions; it runs once a full administrator has saved it again.`,
  )
}
