import { expect, test } from 'vitest'
import { inTurn } from './yielder.ts'

/** Keeps the event loop busy for longer than one turn may take. */
function work(): void {
  const started = performance.now()
  while (performance.now() - started < 12) Math.random()
}

test('lets other tasks run between items, and yields results in the order of the items', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const items = Array.from({ length: 30 }, (_, at) => at)
  const results = await Array.fromAsync(
    inTurn(items, async (item) => {
      work()
      return item * 2
    }),
  )
  isOver = true
  expect(results).toEqual(items.map((item) => item * 2))
  expect(turns).toBeGreaterThanOrEqual(30)
})

test('works on some items at the same time, but not on all', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let underWay = 0
  let most = 0
  const all = Array.fromAsync(
    inTurn(Array.from({ length: 100 }), async () => {
      underWay += 1
      most = Math.max(most, underWay)
      if (most === 24) release()
      await released
      underWay -= 1
    }),
  )
  expect(await all).toHaveLength(100)
  expect(most).toBe(24)
})

test('rejects like the work on an item', async () => {
  const all = Array.fromAsync(
    inTurn([1, 2, 3], async (item) => {
      if (item > 1) throw new Error(`refused ${item}`)
    }),
  )
  await expect(all).rejects.toThrow('refused 2')
})

test('begins no further items while results are ready', async () => {
  let begun = 0
  let taken = 0
  const all = inTurn(Array.from({ length: 50 }), async () => {
    begun += 1
    return begun - taken
  })
  for await (const ahead of all) {
    taken += 1
    expect(ahead).toBe(1)
  }
  expect(taken).toBe(50)
})
