import type { DescribedTable, SchemaReader } from '../../../../records/described-table.ts'
import type { NameIndex } from '../../../../records/names.ts'
import { assertNoLostFields, type TableChange } from './locked-table.ts'
import type { SchemaCache } from './schema-reader.ts'
import { findTable, type SchemaState, tablesByName } from './schema-state.ts'

interface Seen {
  readonly tables: readonly DescribedTable[]
  readonly byName: NameIndex<DescribedTable>
}

/** Returns the tables of a service in one of their locked shapes; without locks, as they are. */
export function lockedSchema(schema: SchemaCache, shape: TableChange): SchemaReader {
  const cache = new WeakMap<SchemaState, Seen>()

  function seen(state: SchemaState): Seen {
    if (state.locks.documents.size === 0) return state
    const known = cache.get(state)
    if (known !== undefined) return known
    const tables = state.tables.map((table) => shape(table, state.locks))
    const all = { tables, byName: tablesByName(tables) }
    cache.set(state, all)
    return all
  }

  function find(state: SchemaState, name: string): DescribedTable {
    const table = findTable(seen(state), name)
    if (table.whole !== undefined) assertNoLostFields(table, state.locks)
    return table
  }

  return {
    async tables(refresh = false) {
      return seen(await schema.state(refresh)).tables
    },
    table(name, refresh = false) {
      if (refresh) return lookAgain(name)
      const state = schema.state()
      return state instanceof Promise ? state.then((found) => find(found, name)) : find(state, name)
    },
  }

  /** Maps a name of the locked shape to the current one before the refresh. */
  async function lookAgain(name: string): Promise<DescribedTable> {
    const known = seen(await schema.state()).byName.get(name)
    await schema.table(known?.name ?? name, true)
    return find(await schema.state(), name)
  }
}
