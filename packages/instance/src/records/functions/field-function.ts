import type { Engine } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import type { DbFunctionUse, DbFunctionVerb } from '@millwright/contract/wire/table-schema'
import type { DbFunction, DescribedField } from '../described-table.ts'
import { NameIndex } from '../names.ts'
import { type CallScope, readCall } from './function-call.ts'

/** A function of a field as stored. */
export interface StoredFunction extends DbFunctionUse {
  /** Stored by a full administrator, so that it runs unchanged. */
  approved?: boolean
}

/** Returns the names that function calls may use in a table with these columns. */
export function callScope({ functions, dialect }: Engine, columns: readonly string[]): CallScope {
  const byName = new NameIndex(
    'columns',
    columns.map((name) => [name, name] as const),
  )
  return {
    functions,
    column(name) {
      const found = byName.find(name)
      return typeof found === 'string' ? found : null
    },
    quote: (name) => dialect.quote(name),
  }
}

/** Returns a stored function with the SQL that runs. */
export function runnable(stored: StoredFunction, scope: () => CallScope): DbFunction {
  const { use, function: text } = stored
  if (stored.approved === true) return { use, function: text, sql: text.trim(), approved: true }
  const read = readCall(text, scope())
  return { use, function: text, sql: 'sql' in read ? read.sql : null, approved: false }
}

/** Returns the SQL that reads or writes a field for a use, or `null` if there is none. Throws 403 if it is not permitted. */
export function functionFor(field: DescribedField, use: DbFunctionVerb): string | null {
  const found = field.dbFunctions.find((each) => each.use.includes(use))
  if (found === undefined || found.function.trim() === '') return null
  if (found.sql !== null) return found.sql
  throw new Problem(
    403,
    `The function of the field '${field.apiName}' for ${use} is more than a call of allowed functions; it runs once a full administrator has saved it again.`,
  )
}
