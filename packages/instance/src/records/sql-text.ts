import type { Dialect } from '../engines/engine.ts'
import type { BoundValue, Statement } from '../engines/statement.ts'

/** A statement as it grows. Values are only ever bound, in the order in which their placeholders stand in the text. */
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

  /** Keeps a value for the place where the answer, its placeholder, is added next. */
  bind(value: BoundValue): string {
    this.#values.push(value)
    return this.#dialect.placeholder(this.#values.length)
  }

  /** The placeholder of a value that comes with each run, after all bound ones. */
  later(): string {
    return this.#dialect.placeholder(this.#values.length + 1)
  }

  statement(): Statement {
    return { sql: this.#sql, values: this.#values }
  }
}
