import { Problem } from '@millwright/contract/problem'
import { dialectOf, type Key, quoted } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { Store } from '../../../store/store.ts'
import type { PackagedType, ReferredType } from './packaged-types.ts'

/** Finds committed rows by their names in packages. */
export interface KnownRows {
  /** Keys by name, for existing names. Throws a 400 for a name that several rows have. */
  keys(type: PackagedType, names: readonly string[]): Promise<Map<string, Key>>
  /** Names by id, for all rows of a type that others refer to. */
  names(type: ReferredType): Promise<Map<number, string>>
}

const atOnce = 500

/** A store, or a transaction in it. */
interface Known {
  readonly engine: Store['engine']
  readonly statements: { all(sql: string, values: readonly unknown[]): Promise<Row[]> | Row[] }
}

export function createKnownRows(store: Known): KnownRows {
  const dialect = dialectOf(store.engine)
  const all = (sql: string, values: readonly unknown[]) => store.statements.all(dialect.finish(sql), values)

  return {
    async keys({ name: typeName, declaration: { declared, scope }, key }, names) {
      const found = new Map<string, Key>()
      const conditions = Object.entries(scope.values).map(([column, value]) =>
        value === null ? `${quoted(column)} IS NULL` : `${quoted(column)} = ${value}`,
      )
      for (let from = 0; from < names.length; from += atOnce) {
        const some = names.slice(from, from + atOnce)
        const named = `${quoted(key)} IN (${some.map(() => '?').join(', ')})`
        const rows = await all(
          `SELECT ${quoted(declared.key)} AS "key", ${quoted(key)} AS "name" FROM ${quoted(declared.table)} WHERE ${[named, ...conditions].join(' AND ')}`,
          some,
        )
        for (const row of rows) {
          if (found.has(String(row.name))) throw severalNamed(typeName, String(row.name))
          found.set(String(row.name), declared.keyType === 'number' ? Number(row.key) : String(row.key))
        }
      }
      return found
    },
    async names(type) {
      const name = type === 'user' ? '"email"' : '"name"'
      const rows = await all(`SELECT "id", ${name} AS "name" FROM ${quoted(type)}`, [])
      return new Map(rows.map(({ id, name }) => [Number(id), String(name)]))
    },
  }
}

export function severalNamed(type: string, name: string): Problem {
  return new Problem(400, `Several records of system/${type} are named '${name}'. Give each a name of its own first.`)
}
