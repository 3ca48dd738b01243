import { hostname } from 'node:os'
import { type Dialect, dialectOf } from '../../../records/system/dialect.ts'
import type { Statements } from '../../../store/store.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'

/** Rows of another start may have been counted together as if it had ended: what is written under its number would count twice. */
export class FencedNode extends Error {}

/** Writes under the number that a start of a node has in the database. */
export class NodeWriter {
  readonly #store: UsageStore
  readonly #dialect: Dialect
  readonly number: number

  private constructor(store: UsageStore, number: number) {
    this.#store = store
    this.#dialect = dialectOf(store.engine)
    this.number = number
  }

  /** `started`: milliseconds since 1970. */
  static async begin(store: UsageStore, started: number, now: number): Promise<NodeWriter> {
    const { finish } = dialectOf(store.engine)
    const name = `${hostname().slice(0, 100)}:${process.pid}`
    const row = await store.write(async (statements) =>
      statements.first<{ id: unknown }>(finish(newNode), [name, started, now]),
    )
    return new NodeWriter(store, Number(row?.id))
  }

  /**
   * In one transaction, which also says that the node is alive.
   * @throws {FencedNode} when it was taken for dead
   */
  write(now: number, work: (statements: Statements, dialect: Dialect) => Promise<void>): Promise<void> {
    return this.#store.write(async (statements) => {
      const { finish } = this.#dialect
      const alive = await statements.first(finish(seen), [now, this.number])
      if (alive === undefined) throw new FencedNode('This node was taken for dead')
      await work(statements, this.#dialect)
    })
  }

  async end(now: number): Promise<void> {
    await this.#store.write(async (statements) => {
      await statements.all(this.#dialect.finish(ended), [now, this.number])
    })
  }
}

const newNode = 'insert into usage_node (name, started, seen) values (?, ?, ?) returning id'
const seen = 'update usage_node set seen = ? where id = ? and ended = 0 returning id'
const ended = 'update usage_node set seen = ?, ended = 1 where id = ? and ended = 0'
