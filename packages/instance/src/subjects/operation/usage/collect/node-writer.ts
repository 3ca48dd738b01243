import { hostname } from 'node:os'
import type { UsageGap } from '@millwright/contract/wire/usage'
import { type Dialect, dialectOf } from '../../../../records/system/dialect.ts'
import type { Statements } from '../../../../store/store.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'
import type { Loss } from './backlog.ts'

/** A period with incomplete or misplaced counts, in milliseconds since 1970. */
type Gap = Loss & Pick<UsageGap, 'why'>

/** Writes under the database id of one start of a node. */
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
      statements.first<{ id: unknown }>(finish(newNode), [name, Math.round(started), Math.round(now)]),
    )
    return new NodeWriter(store, Number(row?.id))
  }

  /** Runs `work` in a transaction that also updates the node's heartbeat. */
  write<T>(now: number, work: (statements: Statements, dialect: Dialect) => Promise<T>): Promise<T> {
    return this.#store.write(async (statements) => {
      await statements.all(this.#dialect.finish(seen), [Math.round(now), this.number])
      return work(statements, this.#dialect)
    })
  }

  noteGap({ from, to, why, lost }: Gap, now: number): Promise<void> {
    return this.write(now, async (statements, { finish }) => {
      await statements.all(finish(newGap), [this.number, Math.round(from), Math.round(to), why, lost])
    })
  }

  async end(now: number): Promise<void> {
    await this.#store.write(async (statements) => {
      await statements.all(this.#dialect.finish(ended), [Math.round(now), this.number])
    })
  }
}

const newNode = 'insert into usage_node (name, started, seen) values (?, ?, ?) returning id'
const seen = 'update usage_node set seen = ? where id = ?'
const ended = 'update usage_node set seen = ?, ended = 1 where id = ?'
const newGap = 'insert into usage_gap (node, began, until, why, lost) values (?, ?, ?, ?, ?)'
