import { expect, test } from 'vitest'
import { type ItemState, shareOf, type TransferJob, totalsOf } from './transfer.ts'
import { runTransfer } from './transfers.ts'

const items = (count: number, size: number | null = 10) =>
  Array.from({ length: count }, (_, at) => ({ label: `item ${at}`, size }))

/** Runs a job for all its items and returns their final states. */
async function ran(job: Omit<TransferJob, 'title' | 'canRetry'>, abort = new AbortController()) {
  const states: ItemState[] = job.items.map(() => ({ kind: 'waiting' }))
  await runTransfer(
    { title: '', canRetry: true, ...job },
    [...states.keys()],
    (at, state) => {
      states[at] = state
    },
    abort.signal,
  )
  return states
}

test('records the reason of a failed item and continues with the others', async () => {
  const states = await ran({
    items: items(4),
    batch: 1,
    parallel: 2,
    run: async ([at]) => {
      if (at === 1) throw new Error('Refused.')
    },
  })
  expect(states.map(({ kind }) => kind)).toEqual(['done', 'failed', 'done', 'done'])
  expect(states[1]).toEqual({ kind: 'failed', message: 'Refused.' })
})

test('lets items of a batch fail on their own, and keeps finished items done if the batch throws', async () => {
  const states = await ran({
    items: items(5),
    batch: 3,
    parallel: 1,
    run: async (positions, { failed, done }) => {
      if (positions.includes(0)) return failed(1, 'In use.')
      done(3)
      throw new Error('Gone.')
    },
  })
  expect(states.map(({ kind }) => kind)).toEqual(['done', 'failed', 'done', 'done', 'failed'])
})

test('runs at most `parallel` batches at a time', async () => {
  let now = 0
  let most = 0
  await ran({
    items: items(20),
    batch: 1,
    parallel: 4,
    run: async () => {
      now += 1
      most = Math.max(most, now)
      await Promise.resolve()
      now -= 1
    },
  })
  expect(most).toBe(4)
})

test('starts nothing after an abort, and resets running items to waiting', async () => {
  const abort = new AbortController()
  const states = await ran(
    {
      items: items(3),
      batch: 1,
      parallel: 1,
      run: async ([at]) => {
        if (at !== 1) return
        abort.abort()
        throw new Error('stopped')
      },
    },
    abort,
  )
  expect(states.map(({ kind }) => kind)).toEqual(['done', 'waiting', 'waiting'])
})

test('measures progress in bytes, or else in items, or returns null for a single item of unknown size', () => {
  const states: ItemState[] = [{ kind: 'done' }, { kind: 'running', bytes: 5 }, { kind: 'waiting' }]
  expect(shareOf(totalsOf(items(3), states))).toBe(0.5)
  expect(shareOf(totalsOf(items(3, null), states))).toBeCloseTo(1 / 3)
  expect(shareOf(totalsOf(items(1, null), [{ kind: 'running', bytes: 5 }]))).toBeNull()
})
