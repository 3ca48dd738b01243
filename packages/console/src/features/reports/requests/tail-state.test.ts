import { expect, test } from 'vitest'
import { emptyTail, maxShown, setPaused, type Tail, withNews } from './tail-stream.ts'

const requests = (...ids: readonly number[]) => ({
  kind: 'requests' as const,
  requests: ids.map((id) => ({ request_id: `r${id}` })),
})
const shown = ({ requests: all }: Tail) => all.map(({ request_id: id }) => id)

test('lists the latest first, without duplicates', () => {
  const tail = withNews(withNews(emptyTail, requests(1, 2)), requests(2, 3))
  expect(shown(tail)).toEqual(['r3', 'r2', 'r1'])
})

test('distinguishes requests to which a caller gave the same id', () => {
  const same = [1, 2].map((seq) => ({ request_id: 'r1', node: 1, seq }))
  expect(shown(withNews(emptyTail, { kind: 'requests', requests: same }))).toEqual(['r1', 'r1'])
})

test('keeps the list still while paused, and loses nothing', () => {
  const paused = withNews(setPaused(withNews(emptyTail, requests(1)), true), requests(2, 3))
  expect([shown(paused), paused.held.length]).toEqual([['r1'], 2])
  const on = setPaused(paused, false)
  expect([shown(on), on.held.length]).toEqual([['r3', 'r2', 'r1'], 0])
})

test('retains the latest of very many requests, and counts skipped ones as far as possible', () => {
  const flood = withNews(emptyTail, requests(...Array.from({ length: 2 * maxShown }, (_none, index) => index)))
  expect(flood.requests).toHaveLength(maxShown)
  expect(shown(flood)[0]).toBe(`r${2 * maxShown - 1}`)
  const twice = withNews(withNews(flood, { kind: 'skipped', count: 3 }), { kind: 'skipped', count: 4 })
  expect(twice.skipped).toBe(7)
  expect(withNews(twice, { kind: 'skipped', count: 0 }).skipped).toBeNull()
})
