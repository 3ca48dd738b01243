import { expect, test } from 'vitest'
import { byteWords } from './byte-words.ts'
import { runTransfer } from './run-transfer.ts'
import { type ItemState, shareOf, type TransferJob, totalsOf } from './transfer.ts'

const items = (count: number, size: number | null = 10) =>
  Array.from({ length: count }, (_, at) => ({ label: `item ${at}`, size }))

/** Runs a job over all its items; answers where each of them ended. */
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

test('what fails is noted with its reason, and the others get their turn', async () => {
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

test('in a batch each item can fail by itself, and those that were done stay done when the rest breaks off', async () => {
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

test('no more than so many are under way at a time', async () => {
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

test('once stopped nothing more begins, and what was under way waits again', async () => {
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

test('how far it is counts bytes, else things, else nobody knows', () => {
  const states: ItemState[] = [{ kind: 'done' }, { kind: 'running', bytes: 5 }, { kind: 'waiting' }]
  expect(shareOf(totalsOf(items(3), states))).toBe(0.5)
  expect(shareOf(totalsOf(items(3, null), states))).toBeCloseTo(1 / 3)
  expect(shareOf(totalsOf(items(1, null), [{ kind: 'running', bytes: 5 }]))).toBeNull()
})

test('sizes are told in few words', () => {
  expect([0, 999, 1000, 1_450_000, 2_000_000_000].map(byteWords)).toEqual(['0 B', '999 B', '1 KB', '1.5 MB', '2 GB'])
})
