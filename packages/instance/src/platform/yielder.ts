import { setImmediate } from 'node:timers/promises'

const longestTurn = 10

/** Lets other tasks run during long work. */
export class Yielder {
  #since = performance.now()

  async step(): Promise<void> {
    if (performance.now() - this.#since < longestTurn) return
    await setImmediate()
    this.#since = performance.now()
  }
}

/** Yields items one after the other; other tasks run in between, however many items there are. */
export async function* paced<T>(items: Iterable<T>): AsyncGenerator<T> {
  const yielder = new Yielder()
  for (const item of items) {
    yield item
    await yielder.step()
  }
}

/** Maps the members of a record; `null` leaves one out. Other tasks run in between, however many members there are. */
export async function mapMembers<T, R>(
  members: Readonly<Record<string, T>>,
  map: (name: string, value: T) => readonly [string, R] | null,
): Promise<Record<string, R>> {
  const mapped: (readonly [string, R])[] = []
  for await (const [name, value] of paced(Object.entries(members))) {
    const member = map(name, value)
    if (member !== null) mapped.push(member)
  }
  return Object.fromEntries(mapped)
}

/** Number of items that `inTurn` works on at the same time: slow ones do not delay each other, and quick ones not the rest. */
const inTurnWidth = 24

/**
 * Yields the results of work on items, in their order; other tasks run during it, however many items there are. Further items are begun
 * while the first waits for something, so that results that are ready do not pile up in memory.
 */
export async function* inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const begun: { readonly result: Promise<R>; isSettled: boolean }[] = []
  const isFirstDue = () => begun.length >= inTurnWidth || begun[0]?.isSettled === true
  for (const item of items) {
    const entry = { result: work(item), isSettled: false }
    const settle = () => {
      entry.isSettled = true
    }
    // What rejects is thrown when it is its turn.
    entry.result.then(settle, settle)
    begun.push(entry)
    await setImmediate()
    while (isFirstDue()) {
      const first = begun.shift()
      if (first !== undefined) yield await first.result
    }
  }
  for (const { result } of begun) yield await result
}
