import type { Engine } from '../../engines/engine.ts'
import type { BoundValue, Statement } from '../../engines/statement.ts'
import { createLruCache } from '../../platform/cache.ts'
import type { DescribedField } from '../described-table.ts'
import type { PermittedTable } from '../permitted-table.ts'
import { SqlText } from '../sql-text.ts'
import { addWhere, type Condition, keyCondition } from '../where.ts'
import { comparedField, rowCondition } from './described-model.ts'
import type { Draft } from './draft.ts'
import { SqlConstant } from './sql-constant.ts'
import type { WriteField, WriteFields } from './write-fields.ts'

/** What of a draft is written: records of one shape share their statements. */
export interface Assignments {
  /** The same for the same columns with the same SQL around their values. */
  readonly shape: string
  /** In the order of the columns, one that stands in a function several times as often. */
  readonly values: readonly BoundValue[]
}

type Mode = 'onInsert' | 'onUpdate'

/** The rows that a statement can be about at all; it adds the condition on them by itself. */
export interface Rows {
  readonly keys: readonly DescribedField[]
  readonly permitted: PermittedTable
}

const mostTexts = 500

/** The statements that write into a table; their texts are made once for each shape. */
export class WriteSql {
  readonly #engine: Engine
  readonly #fields: WriteFields
  readonly #target: string
  readonly #texts = createLruCache<string, Statement>(mostTexts)

  constructor(engine: Engine, fields: WriteFields) {
    this.#engine = engine
    this.#fields = fields
    this.#target = engine.dialect.table(fields.table.table)
  }

  assignments({ slots }: Draft, mode: Mode): Assignments {
    const values: BoundValue[] = []
    let shape = ''
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index]
      if (slot === undefined) continue
      if (slot instanceof SqlConstant) {
        shape += `${index}=${slot.sql},`
        continue
      }
      shape += `${index},`
      const around = this.#fields.all[index]?.[mode] ?? null
      for (let times = around === null ? 1 : partsOf(around).length - 1; times > 0; times -= 1) values.push(slot)
    }
    return { shape, values }
  }

  /** One row, or several of one shape; `returned`: fields that the database gives back of each, by their API names. */
  insert(draft: Draft, shape: string, rows: number, returned: readonly DescribedField[]): string {
    const name = `insert ${rows} ${returned.map((field) => field.name).join()} ${shape}`
    return this.#cached(name, () => this.#insert(draft, rows, returned)).sql
  }

  /** The values of the assignments go before those of the statement. */
  update(draft: Draft, shape: string, rows: Rows, keys: readonly (readonly BoundValue[])[]): Statement {
    return this.#forKeys(`update ${shape}`, rows, keys, (into) => this.#set(into, draft))
  }

  updateWhere(draft: Draft, rows: Rows, conditions: readonly (Condition | null)[]): Statement {
    const into = new SqlText(this.#engine.dialect)
    this.#set(into, draft)
    this.#where(into, rows, conditions)
    return into.statement()
  }

  delete(rows: Rows, keys: readonly (readonly BoundValue[])[]): Statement {
    return this.#forKeys('delete', rows, keys, (into) => into.add(`DELETE FROM ${this.#target}`))
  }

  deleteWhere(rows: Rows, conditions: readonly (Condition | null)[]): Statement {
    const into = new SqlText(this.#engine.dialect).add(`DELETE FROM ${this.#target}`)
    this.#where(into, rows, conditions)
    return into.statement()
  }

  /** The keys of those of the rows that are there, by the API names of their fields. */
  present(rows: Rows, keys: readonly (readonly BoundValue[])[]): Statement {
    return this.#forKeys('present', rows, keys, (into) =>
      into.add(`SELECT ${this.#list(rows.keys)} FROM ${this.#target}`),
    )
  }

  /** One field of the record with this key. */
  valueOf(field: DescribedField, rows: Rows, key: readonly BoundValue[]): Statement {
    return this.fieldsWhere([field], rows, [this.#keyed(rows, [key])])
  }

  /** Fields of the rows for which all conditions hold, by their API names. */
  fieldsWhere(
    fields: readonly DescribedField[],
    rows: Rows,
    conditions: readonly (Condition | null)[],
    page = '',
  ): Statement {
    const into = new SqlText(this.#engine.dialect).add(`SELECT ${this.#list(fields)} FROM ${this.#target}`)
    this.#where(into, rows, conditions)
    return into.add(page).statement()
  }

  #keyed({ keys: fields }: Rows, keys: readonly (readonly BoundValue[])[]): Condition {
    const compared = fields.map((field) => comparedField(this.#engine, field))
    return keyCondition(this.#engine.dialect, compared, keys)
  }

  #where(into: SqlText, { permitted }: Rows, conditions: readonly (Condition | null)[]): void {
    addWhere(into, [...conditions, rowCondition(this.#engine, permitted)])
  }

  #insert(draft: Draft, rows: number, returned: readonly DescribedField[]): Statement {
    const { dialect } = this.#engine
    const written = this.#fields.all.filter(({ index }) => draft.slots[index] !== undefined)
    const columns = written.map(({ field }) => dialect.quote(field.name)).join(', ')
    const isEmpty = written.length === 0 && dialect.emptyInsert === 'default values'
    const into = new SqlText(dialect).add(`INSERT INTO ${this.#target}${isEmpty ? '' : ` (${columns})`}`)
    const clause = dialect.returning.insert
    if (clause === 'output' && returned.length > 0) into.add(` OUTPUT ${this.#list(returned, 'inserted.')}`)
    if (isEmpty) into.add(' DEFAULT VALUES')
    for (let row = 0; row < rows && !isEmpty; row += 1) {
      into.add(row === 0 ? ' VALUES (' : ', (')
      for (const [position, field] of written.entries()) {
        if (position > 0) into.add(', ')
        addValue(into, field, draft, 'onInsert')
      }
      into.add(')')
    }
    if (clause === 'returning' && returned.length > 0) into.add(` RETURNING ${this.#list(returned)}`)
    return into.statement()
  }

  #set(into: SqlText, draft: Draft): void {
    const { dialect } = this.#engine
    into.add(`UPDATE ${this.#target} SET `)
    let first = true
    for (const field of this.#fields.all) {
      if (draft.slots[field.index] === undefined) continue
      into.add(`${first ? '' : ', '}${dialect.quote(field.field.name)} = `)
      addValue(into, field, draft, 'onUpdate')
      first = false
    }
  }

  #list(fields: readonly DescribedField[], before = ''): string {
    const { dialect } = this.#engine
    return fields.map(({ name, apiName }) => `${before}${dialect.quote(name)} AS ${dialect.quote(apiName)}`).join(', ')
  }

  /** A single key is bound as it is, behind what the statement begins with and before the values of the condition on the rows. */
  #forKeys(
    name: string,
    rows: Rows,
    keys: readonly (readonly BoundValue[])[],
    begin: (into: SqlText) => void,
  ): Statement {
    const make = () => {
      const into = new SqlText(this.#engine.dialect)
      begin(into)
      const values = into.statement().values.length
      this.#where(into, rows, [this.#keyed(rows, keys)])
      const made = into.statement()
      return { sql: made.sql, values: made.values.slice(values) }
    }
    const [key] = keys
    if (keys.length !== 1 || key === undefined) return make()
    const byField = rows.keys.map((field) => field.name).join()
    const condition = rows.permitted.rows
    const { sql, values } = this.#cached(`${name} ${byField} ${condition?.key ?? ''}`, make)
    return { sql, values: condition === null ? key : [...key, ...values.slice(key.length)] }
  }

  #cached(name: string, make: () => Statement): Statement {
    const known = this.#texts.get(name)
    if (known !== undefined) return known
    const statement = make()
    this.#texts.set(name, statement)
    return statement
  }
}

const made = new WeakMap<WriteFields, WriteSql>()

export function writeSqlOf(engine: Engine, fields: WriteFields): WriteSql {
  const known = made.get(fields)
  if (known !== undefined) return known
  const sql = new WriteSql(engine, fields)
  made.set(fields, sql)
  return sql
}

function addValue(into: SqlText, field: WriteField, draft: Draft, mode: Mode): void {
  const slot = draft.slots[field.index]
  const around = field[mode]
  if (slot instanceof SqlConstant) into.add(slot.sql)
  else if (around === null) into.add(into.bind(slot ?? null))
  else {
    for (const [position, part] of partsOf(around).entries()) {
      if (position > 0) into.add(into.bind(slot ?? null))
      into.add(part)
    }
  }
}

/** A function's text around the places of the value, whether in quotes or not: the value is bound. */
function partsOf(around: string): readonly string[] {
  return around.split(/'\{value\}'|"\{value\}"|\{value\}/i)
}
