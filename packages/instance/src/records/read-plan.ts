import { rowPicker } from '@millwright/connector/engine/rows'
import type { BoundValue, DatabaseRow, Statement } from '@millwright/connector/engine/statement'
import type { WriteValue } from '../engines/values/value-writer.ts'
import type { ComparedField } from './filter-sql.ts'
import { SqlText } from './sql-text.ts'
import type { TableModel } from './table-model.ts'
import { addWhere, type Condition, keyCondition } from './where.ts'

/** What a statement selects, and how its rows are converted for the wire. `Context`: data besides the row that conversion needs. */
export interface Selection<Context = void> {
  /** The select list. */
  readonly sql: string
  /** Names of the returned members, in order. */
  readonly names: readonly string[]
  /** Converts values to their wire form, in place, including those that are not returned. */
  write(rows: readonly DatabaseRow[], context: Context): void
  /** Removes members that were not requested; `null`: nothing to remove. */
  readonly answered: ((row: DatabaseRow) => DatabaseRow) | null
  /** Whether rows are aggregated. */
  readonly aggregates: boolean
}

/** A field by which records are looked up. */
export interface KeyField extends ComparedField {
  /** Its name in the rows of the selection. */
  readonly member: string
  /** Converts its values for the wire. */
  readonly write: WriteValue
}

/** A read of a table, compiled from a request. */
export interface Read<Context = void> {
  readonly selection: Selection<Context>
  /** Conditions of the request, without the model's condition on rows. */
  readonly conditions: readonly (Condition | null)[]
  /** The terms of GROUP BY; empty: rows are not grouped. */
  readonly group: string
  /** The terms of ORDER BY; empty: unordered. */
  readonly order: string
  /** Returns the fields by which records are looked up; called on first use. */
  keys(): readonly KeyField[]
  /** Most bytes that the rows of a statement may take together; absent: any number. */
  readonly mostBytes?: number
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Maximum size of a page that is read by keys first, as this sorts the page a second time. */
const maxByKeys = 2_000
/** Maximum number of cached statements by key per plan. */
const maxTexts = 8

interface LimitedStatement {
  readonly limit: number
  readonly statement: Statement
}

/** A read whose statements are built once and cached as long as the model is valid. */
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

  /** Fields by which records are looked up. */
  get keys(): readonly KeyField[] {
    this.#keys ??= this.#read.keys()
    return this.#keys
  }

  /** Throws a `Problem` for invalid conditions before anything is read. */
  check(): void {
    addWhere(new SqlText(this.model.dialect), this.#conditions())
  }

  /** Reduces a row to its returned members. */
  pick(row: DatabaseRow): DatabaseRow {
    this.#pick ??= rowPicker(this.selection.names)
    return this.#pick(row)
  }

  /** Returns the statement for a page of records. */
  list({ limit, offset }: Page): Statement {
    if (offset === 0) {
      if (this.#first?.limit !== limit) this.#first = { limit, statement: this.#page([], limit, false) }
      return this.#first.statement
    }
    const page = this.#isFar(limit, offset) ? this.#farPage(limit) : this.#furtherPage(limit)
    return { ...page, values: [...page.values, offset] }
  }

  /** Returns the statement for the first `limit` records with one of these keys, in order. */
  listOf(keys: readonly (readonly BoundValue[])[], limit: number): Statement {
    return this.#keyed(`${limit}`, keys, (condition) => this.#page([condition], limit, false))
  }

  /** Returns the statement for the first records joined with another table; `select`: additional members. */
  joined(select: string, join: Condition, limit: number): Statement {
    return { ...this.#page([], limit, false, select, join), mayRepeat: true }
  }

  /** Returns the statement for one record; the key's value precedes the statement's own. `more`: also selected, the same on every call. */
  one(more = ''): Statement {
    if (this.#one === null) {
      const { sql, values } = this.#byKeys(keyCondition(this.model.dialect, this.keys, [[null]]), more)
      this.#one = { sql, values: values.slice(1) }
    }
    return this.#one
  }

  /** Returns the statement for the records with one of these keys, unordered. */
  find(keys: readonly (readonly BoundValue[])[]): Statement {
    return this.#keyed('', keys, (condition) => this.#byKeys(condition))
  }

  /** The statement that counts records, or groups, as `count`. */
  get count(): Statement {
    this.#count ??= this.#counted()
    return this.#count
  }

  /** The condition on keys comes first: if all keys are bound as one value, the same SQL serves any number of them. */
  #keyed(name: string, keys: readonly (readonly BoundValue[])[], make: (condition: Condition) => Statement): Statement {
    const bound = this.#boundAsOne(keys)
    if (bound === undefined) return make(keyCondition(this.model.dialect, this.keys, keys))
    const text = `${keys.length === 1 ? 'one' : 'many'} ${name}`
    let known = this.#ofKeys.get(text)
    if (known === undefined) {
      const template = make(keyCondition(this.model.dialect, this.keys, keys))
      known = { ...template, values: template.values.slice(1) }
      if (this.#ofKeys.size >= maxTexts) this.#ofKeys.clear()
      this.#ofKeys.set(text, known)
    }
    return { ...known, values: [bound, ...known.values] }
  }

  /** Returns `undefined` if each key needs its own placeholder. */
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
    return this.#bounded(into)
  }

  /**
   * The limit is a literal, and the offset is omitted if zero: a database that plans a prepared statement without knowing them assumes a
   * large part of the table and creates a new plan each time.
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
    return this.#bounded(into)
  }

  #furtherPage(limit: number): Statement {
    if (this.#further?.limit !== limit) this.#further = { limit, statement: this.#page([], limit, true) }
    return this.#further.statement
  }

  #isFar(limit: number, offset: number): boolean {
    const { dialect, key } = this.model
    const from = dialect.keysetFromOffset
    const hasKey = key.length > 0 && !this.selection.aggregates
    return from !== null && offset >= from && limit <= maxByKeys && hasKey
  }

  #farPage(limit: number): Statement {
    if (this.#far?.limit !== limit) this.#far = { limit, statement: this.#byPageOfKeys(limit) }
    return this.#far.statement
  }

  /** Selects the keys of a far page in a subquery with the conditions, then joins the full rows. No column has the names of its aliases. */
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
    return this.#bounded(into)
  }

  #bounded(into: SqlText): Statement {
    const { mostBytes } = this.#read
    const statement = into.statement()
    if (mostBytes === undefined) return statement
    return this.model.key.length > 0 ? { ...statement, mostBytes } : { ...statement, mostBytes, mayRepeat: true }
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
