import type { TableName } from '../../../engines/catalog.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { SchemaCache } from './schema-reader.ts'
import type { SchemaState } from './schema-state.ts'
import { tableNameOf } from './table-name.ts'
import type { SchemaWork } from './work-out.ts'

/** The schema while one request changes table after table: only changed tables are read again, and only when needed. */
export class StateWhileWriting {
  readonly #engine: Engine
  readonly #schema: Pick<SchemaCache, 'lookAgain'>
  #state: SchemaState
  /** Tables changed since the last read, by names and aliases in lower case. */
  readonly #changed = new Map<string, TableName>()

  constructor(engine: Engine, schema: Pick<SchemaCache, 'lookAgain'>, state: SchemaState) {
    this.#engine = engine
    this.#schema = schema
    this.#state = state
  }

  /** Returns a state that is current for these names; without names, for all tables. */
  async state(names?: readonly string[]): Promise<SchemaState> {
    const stale =
      names === undefined ? this.#changed.size > 0 : names.some((name) => this.#changed.has(name.toLowerCase()))
    if (stale) {
      this.#state = await this.#schema.lookAgain(this.#state, [...new Set(this.#changed.values())])
      this.#changed.clear()
    }
    return this.#state
  }

  /** Must be called before the change is executed, as it may fail halfway. */
  changes({ table, extras }: SchemaWork): void {
    const { schema, name } = this.#state.raw.get(table) ?? tableNameOf(table, this.#engine)
    const before = this.#state.extras.tables.get(table)?.alias
    const after = extras.find((change) => change.kind === 'table')?.extras.alias
    for (const each of [table, before, after]) {
      if (typeof each === 'string')
        this.#changed.set(each.toLowerCase(), this.#changed.get(table.toLowerCase()) ?? { schema, name })
    }
  }
}
