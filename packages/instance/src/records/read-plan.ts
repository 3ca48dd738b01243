import { rowPicker } from '../engines/row-shape.ts'
import type { BoundValue, DatabaseRow, Statement } from '../engines/statement.ts'
import type { WriteValue } from '../engines/values/value-writer.ts'
import type { ComparedField } from './filter-sql.ts'
import { SqlText } from './sql-text.ts'
import type { TableModel } from './table-model.ts'
import { addWhere, type Condition, keyCondition } from './where.ts'

/** What a statement selects, and how its rows become those of the wire. `Context`: what values are answered by besides the row. */
export interface Selection<Context = void> {
  /** The select list. */
  readonly sql: string
  /** Names of what is answered, in order. */
  readonly names: readonly string[]
  /** Turns values into those of the wire, in place; also those that are not answered. */
  write(rows: readonly DatabaseRow[], context: Context): void
  /** A row without what was not asked for; null: nothing has to go. */
  readonly answered: ((row: DatabaseRow) => DatabaseRow) | null
  /** Whether many rows become one. */
  readonly aggregates: boolean
}

/** A field by whose values records are found. */
export interface KeyField extends ComparedField {
  /** Its name in the rows of the selection. */
  readonly member: string
  /** How its values are answered. */
  readonly write: WriteValue
}

/** What is read of a table, compiled from what was asked for. */
export interface Read<Context = void> {
  readonly selection: Selection<Context>
  /** What was asked for; the condition on the rows of the model comes besides. */
  readonly conditions: readonly (Condition | null)[]
  /** The terms of GROUP BY; empty: rows are not grouped. */
  readonly group: string
  /** The terms of ORDER BY; empty: rows come as they come. */
  readonly order: string
  /** By which records are found; asked for when they are. */
  keys(): readonly KeyField[]
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Longer pages are not sorted a second time. */
const mostByKeys = 2_000
/** Texts about keys that a plan holds. */
const mostTexts = 8

interface LimitedStatement {
  readonly limit: number
  readonly statement: Statement
}

/** A read whose texts are made once, for as long as the table is as its model says. */
export class ReadPlan<Context = void> {
  readonly model: TableModel
  readonly selection: Selection<Context>
  readonly #read: Read<Context>
  #keys: readonly KeyField[] | null = null
  #pick: ((row: DatabaseRow) => DatabaseRow) | null = null
  #first: LimitedStatement | null = null
  #further: LimitedStatement | null = null
  #far: LimitedStatement | null = null
  #one: Statement | null = null
  #count: Statement | null = null
  readonly #ofKeys = new Map<string, Statement>()

  constructor(model: TableModel, read: Read<Context>) {
    this.model = model
    this.selection = read.selection
    this.#read = read
  }

  /** By which its records are found. */
  get keys(): readonly KeyField[] {
    this.#keys ??= this.#read.keys()
    return this.#keys
  }

  /** Refuses what its conditions cannot mean, before anything is read. */
  check(): void {
    addWhere(new SqlText(this.model.dialect), this.#conditions())
  }

  /** A row with what is answered alone, whatever else was selected. */
  pick(row: DatabaseRow): DatabaseRow {
    this.#pick ??= rowPicker(this.selection.names)
    return this.#pick(row)
  }

  /** A page of the records. */
  list({ limit, offset }: Page): Statement {
    if (offset === 0) {
      if (this.#first?.limit !== limit) this.#first = { limit, statement: this.#page([], limit, false) }
      return this.#first.statement
    }
    const { sql, values } = this.#isFar(limit, offset) ? this.#farPage(limit) : this.#furtherPage(limit)
    return { sql, values: [...values, offset] }
  }

  /** The first of the records with one of these keys, in order. */
  listOf(keys: readonly (readonly BoundValue[])[], limit: number): Statement {
    return this.#keyed(`${limit}`, keys, (condition) => this.#page([condition], limit, false))
  }

  /** The first of the records joined with others, of which `select` names more members. */
  joined(select: string, join: Condition, limit: number): Statement {
    return this.#page([], limit, false, select, join)
  }

  /** The record with one key of one field, which comes before the statement's own values. `more`: selected besides, the same each time. */
  one(more = ''): Statement {
    if (this.#one === null) {
      const { sql, values } = this.#byKeys(keyCondition(this.model.dialect, this.keys, [[null]]), more)
      this.#one = { sql, values: values.slice(1) }
    }
    return this.#one
  }

  /** The records with one of these keys, in no order. */
  find(keys: readonly (readonly BoundValue[])[]): Statement {
    return this.#keyed('', keys, (condition) => this.#byKeys(condition))
  }

  /** How many records there are, or how many groups, under the name `count`. */
  get count(): Statement {
    this.#count ??= this.#counted()
    return this.#count
  }

  /** The condition comes first: where any number of keys is bound as one value, the same text serves for all of them. */
  #keyed(name: string, keys: readonly (readonly BoundValue[])[], make: (condition: Condition) => Statement): Statement {
    const bound = this.#boundAsOne(keys)
    if (bound === undefined) return make(keyCondition(this.model.dialect, this.keys, keys))
    const text = `${keys.length === 1 ? 'one' : 'many'} ${name}`
    let known = this.#ofKeys.get(text)
    if (known === undefined) {
      const { sql, values } = make(keyCondition(this.model.dialect, this.keys, keys))
      known = { sql, values: values.slice(1) }
      if (this.#ofKeys.size >= mostTexts) this.#ofKeys.clear()
      this.#ofKeys.set(text, known)
    }
    return { sql: known.sql, values: [bound, ...known.values] }
  }

  /** Undefined: each of these keys has placeholders of its own. */
  #boundAsOne(keys: readonly (readonly BoundValue[])[]): BoundValue | undefined {
    const { among } = this.model.dialect
    const [field, ...more] = this.keys
    const [first] = keys
    if (field === undefined || more.length > 0 || first === undefined) return undefined
    if (keys.length === 1) return first[0] ?? null
    return among?.families.has(field.family) ? among.list(keys.map(([value]) => value ?? null)) : undefined
  }

  #byKeys(condition: Condition, more = ''): Statement {
    const into = this.#selected(more)
    addWhere(into, [condition, ...this.#conditions()])
    return into.statement()
  }

  /**
   * The limit stands in the text, and the offset only when there is one: a database that does not know them when it plans a prepared
   * statement expects a large part of the table, and plans anew each time.
   */
  #page(
    more: readonly Condition[],
    limit: number,
    isFurther: boolean,
    select = '',
    join: Condition | null = null,
  ): Statement {
    const { group, order } = this.#read
    const into = this.#selected(select)
    join?.(into)
    addWhere(into, [...more, ...this.#conditions()])
    if (group !== '') into.add(` GROUP BY ${group}`)
    if (order !== '') into.add(` ORDER BY ${order}`)
    into.add(` ${this.model.dialect.page(limit, isFurther ? into.later() : 0, order !== '')}`)
    return into.statement()
  }

  #furtherPage(limit: number): Statement {
    if (this.#further?.limit !== limit) this.#further = { limit, statement: this.#page([], limit, true) }
    return this.#further.statement
  }

  #isFar(limit: number, offset: number): boolean {
    const { dialect, key } = this.model
    const from = dialect.keysFirstFrom
    const hasKey = key.length > 0 && !this.selection.aggregates
    return from !== null && offset >= from && limit <= mostByKeys && hasKey
  }

  #farPage(limit: number): Statement {
    if (this.#far?.limit !== limit) this.#far = { limit, statement: this.#byPageOfKeys(limit) }
    return this.#far.statement
  }

  /** The conditions are those of the keys; names are ones that no column has. */
  #byPageOfKeys(limit: number): Statement {
    const { target, key, dialect } = this.model
    const { quote, page } = dialect
    const { order } = this.#read
    const keys = key.map((name, place) => {
      const column = `${target}.${name}`
      const alias = quote(`millwright key ${place}`)
      return { select: `${column} AS ${alias}`, joins: `${column} = ${alias}` }
    })
    const into = this.#selected().add(` JOIN (SELECT ${keys.map(({ select }) => select).join(', ')} FROM ${target}`)
    addWhere(into, this.#conditions())
    into.add(` ORDER BY ${order} ${page(limit, into.later(), true)}) ${quote('millwright page')}`)
    into.add(` ON ${keys.map(({ joins }) => joins).join(' AND ')} ORDER BY ${order}`)
    return into.statement()
  }

  #counted(): Statement {
    const { dialect, target } = this.model
    const { group } = this.#read
    const into = new SqlText(dialect)
    const name = dialect.quote('count')
    if (group === '') into.add(`SELECT COUNT(*) AS ${name} FROM ${target}`)
    else into.add(`SELECT COUNT(*) AS ${name} FROM (SELECT 1 AS ${dialect.quote('one')} FROM ${target}`)
    addWhere(into, this.#conditions())
    if (group !== '') into.add(` GROUP BY ${group}) ${dialect.quote('groups')}`)
    return into.statement()
  }

  #conditions(): readonly (Condition | null)[] {
    return [...this.#read.conditions, this.model.rows]
  }

  #selected(more = ''): SqlText {
    const { dialect, target } = this.model
    return new SqlText(dialect).add(`SELECT ${this.selection.sql}${more} FROM ${target}`)
  }
}
