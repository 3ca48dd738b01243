import type { Engine, Session } from '@millwright/connector/engine/engine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import type { DescribedField, DescribedTable } from '../../described-table.ts'
import type { PermittedTable } from '../../permitted-table.ts'
import { SqlText } from '../../sql-text.ts'
import { addWhere, type Condition, keyCondition } from '../../where.ts'
import { comparedField, rowCondition } from '../described-model.ts'
import { readRecordKey } from '../record-keys.ts'
import { cachedSelection, type FieldSelection } from '../selection.ts'
import type { RecordKey } from '../write-scope.ts'

/** Maximum number of keys per statement, for single and composite keys. */
const keysAtOnce = { single: 1_000, several: 200 }

/** Rows that are locked until the transaction ends, restricted to those that the call may change. */
interface Held {
  readonly permitted: PermittedTable
}

/** Reads complete rows of a table for its history, by column names and regardless of what callers see of the table. */
export class RowImages {
  readonly table: DescribedTable
  readonly #engine: Engine
  readonly #fields: readonly DescribedField[]
  readonly #selection: FieldSelection

  constructor(engine: Engine, table: DescribedTable) {
    this.#engine = engine
    this.table = table.whole ?? table
    this.#fields = this.table.fields.filter(({ isVirtual }) => !isVirtual)
    const fields = this.#fields.map(({ apiName }) => apiName).join(',')
    this.#selection = cachedSelection(engine, this.table, { fields, needed: [], added: [], grouped: null })
  }

  get hasKey(): boolean {
    return this.table.primaryKey.length > 0
  }

  /** Reads the rows with these keys, of any fields. */
  async ofKeys(
    session: Session,
    fields: readonly DescribedField[],
    keys: readonly RecordKey[],
    held: Held | null = null,
  ): Promise<DatabaseRow[]> {
    const portion = fields.length === 1 ? keysAtOnce.single : keysAtOnce.several
    const compared = fields.map((field) => comparedField(this.#engine, field))
    const rows: DatabaseRow[] = []
    for (let start = 0; start < keys.length; start += portion) {
      const condition = keyCondition(this.#engine.dialect, compared, keys.slice(start, start + portion))
      rows.push(...(await this.#read(session, condition, held)))
    }
    return rows
  }

  /** Returns the key of a row by column names. */
  identifier(row: DatabaseRow): DatabaseRow {
    return Object.fromEntries(this.table.primaryKey.map(({ name }) => [name, row[name] ?? null]))
  }

  /** Returns the key of a row as bound values. */
  keyOf(row: DatabaseRow): readonly BoundValue[] | null {
    const { primaryKey } = this.table
    const rawKey = Object.fromEntries(primaryKey.map(({ name, apiName }) => [apiName, row[name] ?? null]))
    return readRecordKey(this.#engine, primaryKey, rawKey)
  }

  async #read(session: Session, condition: Condition, held: Held | null): Promise<DatabaseRow[]> {
    const { dialect } = this.#engine
    const { hint, clause } = dialect.rowLock
    const from = `${dialect.table(this.table.table)}${held === null ? '' : hint}`
    const into = new SqlText(dialect).add(`SELECT ${this.#selection.sql} FROM ${from}`)
    addWhere(into, [condition, held === null ? null : rowCondition(this.#engine, held.permitted)])
    if (held !== null) into.add(clause)
    const { rows } = await session.run(into.statement())
    this.#selection.write(rows)
    return rows.map((row) => Object.fromEntries(this.#fields.map(({ name, apiName }) => [name, row[apiName] ?? null])))
  }
}

const known = new WeakMap<DescribedTable, RowImages>()

/** Created once per table, for as long as its description is valid. */
export function rowImages(engine: Engine, table: DescribedTable): RowImages {
  const found = known.get(table)
  if (found !== undefined) return found
  const images = new RowImages(engine, table)
  known.set(table, images)
  return images
}
