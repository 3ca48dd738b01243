import type { BoundValue, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { createLruCache } from '../platform/cache.ts'
import type { ComparedField } from './filter-sql.ts'
import { SqlText } from './sql-text.ts'
import type { TableModel } from './table-model.ts'
import { addWhere, type Condition, keyCondition } from './where.ts'

/** The values that are written to a record. */
export interface Assignments {
  /** Equal for the same columns with the same SQL around their values: such records share their statements. Empty: nothing is written. */
  readonly name: string
  /** In column order; a value that its SQL uses several times is repeated. */
  readonly values: readonly BoundValue[]
  /** Called when the text of a statement is built. */
  columns(): readonly AssignedColumn[]
}

export interface AssignedColumn {
  /** The column, as SQL. */
  readonly column: string
  /** SQL around the placeholders of the value: two empty texts are the value itself, a single text is SQL without a value. */
  readonly around: readonly string[]
}

/** The value without any SQL around it. */
export const plainValue: readonly string[] = ['', '']

/** The rows that a statement may affect, and the fields that identify them. */
export interface KeyedRows {
  /** Its condition on rows is part of every statement. */
  readonly model: TableModel
  /** Equal for the same condition and the same keys. */
  readonly name: string
  /** Called when the text of a statement is built. */
  keys(): readonly ComparedField[]
}

type Key = readonly BoundValue[]

const maxTexts = 500

/** Statements that write to a table; their texts are cached per set of columns. */
export class WriteStatements {
  readonly #dialect: TableModel['dialect']
  readonly #target: string
  readonly #texts = createLruCache<string, Statement>(maxTexts)

  constructor({ dialect, target }: Pick<TableModel, 'dialect' | 'target'>) {
    this.#dialect = dialect
    this.#target = target
  }

  /** Inserts one row, or several with the same `name`; `returned`: columns that the database returns for each. */
  insert(
    { name, columns }: Pick<Assignments, 'name' | 'columns'>,
    rows: number,
    returned: readonly ReturnedColumn[],
  ): string {
    const text = `insert ${rows} ${returned.map(({ column }) => column).join()} ${name}`
    return this.#cached(text, () => this.#insert(columns(), rows, returned)).sql
  }

  update({ name, columns, values }: Assignments, rows: KeyedRows, keys: readonly Key[]): Statement {
    const found = this.#forKeys(`update ${name}`, rows, keys, (into) => this.#set(into, columns()))
    return { sql: found.sql, values: values.length === 0 ? found.values : [...values, ...found.values] }
  }

  updateWhere({ columns, values }: Assignments, rows: KeyedRows, conditions: readonly (Condition | null)[]): Statement {
    const into = new SqlText(this.#dialect)
    this.#set(into, columns())
    addWhere(into, [...conditions, rows.model.rows])
    const { sql, values: bound } = into.statement()
    return { sql, values: [...values, ...bound.slice(values.length)] }
  }

  delete(rows: KeyedRows, keys: readonly Key[]): Statement {
    return this.#forKeys('delete', rows, keys, (into) => into.add(`DELETE FROM ${this.#target}`))
  }

  deleteWhere(rows: KeyedRows, conditions: readonly (Condition | null)[]): Statement {
    const into = new SqlText(this.#dialect).add(`DELETE FROM ${this.#target}`)
    addWhere(into, [...conditions, rows.model.rows])
    return into.statement()
  }

  /** Selects the rows with these keys; `after`: appended to the statement. */
  select(list: string, rows: KeyedRows, keys: readonly Key[], after = ''): Statement {
    const begin = (into: SqlText) => into.add(`SELECT ${list} FROM ${this.#target}`)
    return this.#forKeys(`select ${list}${after}`, rows, keys, begin, after)
  }

  /** Selects the rows that match all conditions. */
  selectWhere(list: string, rows: KeyedRows, conditions: readonly (Condition | null)[], after = ''): Statement {
    const into = new SqlText(this.#dialect).add(`SELECT ${list} FROM ${this.#target}`)
    addWhere(into, [...conditions, rows.model.rows])
    return into.add(after).statement()
  }

  #insert(columns: readonly AssignedColumn[], rows: number, returned: readonly ReturnedColumn[]): Statement {
    const { emptyInsert, returning } = this.#dialect
    const isEmpty = columns.length === 0 && emptyInsert !== 'empty list'
    const names = columns.map(({ column }) => column).join(', ')
    const into = new SqlText(this.#dialect).add(`INSERT INTO ${this.#target}${isEmpty ? '' : ` (${names})`}`)
    const clause = returned.length === 0 ? 'none' : returning.insert
    if (clause === 'output') into.add(` OUTPUT ${listed(returned, 'inserted.')}`)
    if (isEmpty) into.add(emptyInsert === 'default values' ? ' DEFAULT VALUES' : defaultOf(returned))
    for (let row = 0; row < rows && !isEmpty; row += 1) {
      into.add(row === 0 ? ' VALUES (' : ', (')
      for (const [position, { around }] of columns.entries()) {
        if (position > 0) into.add(', ')
        addValue(into, around)
      }
      into.add(')')
    }
    if (clause === 'returning') into.add(` RETURNING ${listed(returned)}`)
    return into.statement()
  }

  #set(into: SqlText, columns: readonly AssignedColumn[]): void {
    into.add(`UPDATE ${this.#target} SET `)
    for (const [position, { column, around }] of columns.entries()) {
      into.add(`${position === 0 ? '' : ', '}${column} = `)
      addValue(into, around)
    }
  }

  /** A single key is bound without transformation, after the parameters of `begin` and before those of the condition on rows. */
  #forKeys(name: string, rows: KeyedRows, keys: readonly Key[], begin: (into: SqlText) => void, after = ''): Statement {
    const make = () => {
      const into = new SqlText(this.#dialect)
      begin(into)
      const before = into.statement().values.length
      addWhere(into, [keyCondition(this.#dialect, rows.keys(), keys), rows.model.rows])
      const { sql, values } = into.add(after).statement()
      return { sql, values: values.slice(before) }
    }
    const [key] = keys
    if (keys.length !== 1 || key === undefined) return make()
    const { sql, values } = this.#cached(`${name} ${rows.name}`, make)
    return { sql, values: values.length === key.length ? key : [...key, ...values.slice(key.length)] }
  }

  #cached(name: string, make: () => Statement): Statement {
    const known = this.#texts.get(name)
    if (known !== undefined) return known
    const statement = make()
    this.#texts.set(name, statement)
    return statement
  }
}

function defaultOf([key]: readonly ReturnedColumn[]): string {
  if (key === undefined) throw new Problem(400, 'An empty record cannot be created in a table without a key.')
  return ` (${key.column}) VALUES (DEFAULT)`
}

/** A column that a statement returns, and the name of the resulting member; both as SQL. */
export interface ReturnedColumn {
  readonly column: string
  readonly as: string
}

/** Returns a select list of columns; `before`: prefix of each column. */
export function listed(columns: readonly ReturnedColumn[], before = ''): string {
  return columns.map(({ column, as }) => `${before}${column} AS ${as}`).join(', ')
}

function addValue(into: SqlText, around: readonly string[]): void {
  for (const [position, text] of around.entries()) {
    if (position > 0) into.add(into.bind(null))
    into.add(text)
  }
}
