import type { Dialect } from '@millwright/connector/engine/engine'
import type { BoundValue, Statement } from '@millwright/connector/engine/statement'

/** Builds a statement. Values are always bound, in the order of their placeholders. */
export class SqlText {
  readonly #dialect: Pick<Dialect, 'placeholder'>
  readonly #values: BoundValue[] = []
  #sql = ''

  constructor(dialect: Pick<Dialect, 'placeholder'>) {
    this.#dialect = dialect
  }

  add(sql: string): this {
    this.#sql += sql
    return this
  }

  /** Binds a value and returns its placeholder, which must be added next. */
  bind(value: BoundValue): string {
    this.#values.push(value)
    return this.#dialect.placeholder(this.#values.length)
  }

  /** Returns the placeholder of a value supplied on each run, after all bound ones. */
  later(): string {
    return this.#dialect.placeholder(this.#values.length + 1)
  }

  statement(): Statement {
    return { sql: this.#sql, values: this.#values }
  }
}
