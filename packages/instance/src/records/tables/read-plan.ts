import type { Engine } from '../../engines/engine.ts'
import type { BoundValue, Statement } from '../../engines/statement.ts'
import type { Lookups } from '../../platform/lookup-substitution.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import type { PermittedTable } from '../permitted-table.ts'
import { SqlText } from '../sql-text.ts'
import { sortExpression } from './expressions.ts'
import { filterModel } from './filter-model.ts'
import { namedField, namesOf } from './names.ts'
import { orderOf } from './order.ts'
import { cachedSelection, type Selection } from './selection.ts'
import { addWhere, type Condition, filterCondition, keyCondition, rowCondition } from './where.ts'

/** What of a read decides its SQL; texts as they were sent. */
export interface ReadQuery {
  readonly fields: string | undefined
  readonly order: string | undefined
  readonly group: string | undefined
  readonly filter: string | undefined
  /** Values of the filter's `:names`. */
  readonly params: Readonly<Record<string, string>>
  /** What the filter's values may have in braces. */
  readonly lookups: Lookups
  /** Selected besides, for the reader itself. */
  readonly needed: readonly DescribedField[]
  /** Answered besides. */
  readonly added: readonly DescribedField[]
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Longer pages are not sorted a second time. */
const mostByKeys = 2_000

interface LimitedStatement {
  readonly limit: number
  readonly statement: Statement
}

/** A read whose texts are made once, for as long as the table is as it is described. */
export class ReadPlan {
  readonly selection: Selection
  readonly engine: Engine
  readonly table: DescribedTable
  readonly #conditions: readonly (Condition | null)[]
  readonly #group: string
  readonly #order: string
  #first: LimitedStatement | null = null
  #further: LimitedStatement | null = null
  #far: LimitedStatement | null = null
  #one: Statement | null = null
  #count: Statement | null = null

  /** Refuses with 400 what the table does not have. */
  constructor(engine: Engine, permitted: PermittedTable, query: ReadQuery) {
    const { table } = permitted
    this.engine = engine
    this.table = table
    const grouped =
      query.group === undefined ? null : namesOf(query.group).map((name) => namedField(table, name, 'group'))
    const { fields, needed, added } = query
    this.selection = cachedSelection(engine, table, { fields, needed, added, grouped })
    const scope = { model: filterModel(engine, table), params: query.params, lookups: query.lookups }
    this.#conditions = [filterCondition(query.filter, scope), rowCondition(engine, permitted)]
    this.#group = grouped?.map((field) => sortExpression(engine, table, field)).join(', ') ?? ''
    this.#order = orderOf(engine, table, query.order, !this.selection.aggregates)
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

  /** The first of the records that fulfil a condition besides. */
  listOf(condition: Condition, limit: number): Statement {
    return this.#page([condition], limit, false)
  }

  /** The first of the records joined with others, of which `select` names more members. */
  joined(select: string, join: Condition, limit: number): Statement {
    return this.#page([], limit, false, select, join)
  }

  /** The record with one key of one field, which comes before the statement's own values. */
  one(field: DescribedField): Statement {
    if (this.#one === null) {
      const { sql, values } = this.byKeys([field], [[null]])
      this.#one = { sql, values: values.slice(1) }
    }
    return this.#one
  }

  /** The records with one of these keys, in no order. */
  byKeys(fields: readonly DescribedField[], keys: readonly (readonly BoundValue[])[]): Statement {
    const into = this.#selected()
    addWhere(into, [keyCondition(this.engine, fields, keys), ...this.#conditions])
    return into.statement()
  }

  /** How many records there are, or how many groups, under the name `count`. */
  get count(): Statement {
    this.#count ??= this.#counted()
    return this.#count
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
    const into = this.#selected(select)
    join?.(into)
    addWhere(into, [...more, ...this.#conditions])
    if (this.#group !== '') into.add(` GROUP BY ${this.#group}`)
    if (this.#order !== '') into.add(` ORDER BY ${this.#order}`)
    into.add(` ${this.engine.dialect.page(limit, isFurther ? into.later() : 0, this.#order !== '')}`)
    return into.statement()
  }

  #furtherPage(limit: number): Statement {
    if (this.#further?.limit !== limit) this.#further = { limit, statement: this.#page([], limit, true) }
    return this.#further.statement
  }

  #isFar(limit: number, offset: number): boolean {
    const from = this.engine.dialect.keysFirstFrom
    const hasKey = this.table.primaryKey.length > 0 && !this.selection.aggregates
    return from !== null && offset >= from && limit <= mostByKeys && hasKey
  }

  #farPage(limit: number): Statement {
    if (this.#far?.limit !== limit) this.#far = { limit, statement: this.#byPageOfKeys(limit) }
    return this.#far.statement
  }

  /** The conditions are those of the keys; names are ones that no column has. */
  #byPageOfKeys(limit: number): Statement {
    const { quote, table: nameOf, page } = this.engine.dialect
    const table = nameOf(this.table.table)
    const keys = this.table.primaryKey.map(({ name }, place) => {
      const column = `${table}.${quote(name)}`
      const alias = quote(`millwright key ${place}`)
      return { select: `${column} AS ${alias}`, joins: `${column} = ${alias}` }
    })
    const into = this.#selected().add(` JOIN (SELECT ${keys.map(({ select }) => select).join(', ')} FROM ${table}`)
    addWhere(into, this.#conditions)
    into.add(` ORDER BY ${this.#order} ${page(limit, into.later(), true)}) AS ${quote('millwright page')}`)
    into.add(` ON ${keys.map(({ joins }) => joins).join(' AND ')} ORDER BY ${this.#order}`)
    return into.statement()
  }

  #counted(): Statement {
    const { dialect } = this.engine
    const into = new SqlText(dialect)
    const from = ` FROM ${dialect.table(this.table.table)}`
    const name = dialect.quote('count')
    if (this.#group === '') into.add(`SELECT COUNT(*) AS ${name}${from}`)
    else into.add(`SELECT COUNT(*) AS ${name} FROM (SELECT 1 AS ${dialect.quote('one')}${from}`)
    addWhere(into, this.#conditions)
    if (this.#group !== '') into.add(` GROUP BY ${this.#group}) AS ${dialect.quote('groups')}`)
    return into.statement()
  }

  #selected(more = ''): SqlText {
    const { dialect } = this.engine
    return new SqlText(dialect).add(`SELECT ${this.selection.sql}${more} FROM ${dialect.table(this.table.table)}`)
  }
}
