import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedPatience } from './shared-patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work that is not ready in time is late, also if it began late, and none begins afterwards', async () => {
  using patience = new SharedPatience(1000)
  const first = patience.result(() => new Promise<string>(() => {}), 'late')
  await vi.advanceTimersByTimeAsync(900)
  const second = patience.result(() => new Promise<string>(() => {}), 'late')
  await vi.advanceTimersByTimeAsync(100)
  expect(await Promise.all([first, second])).toEqual(['late', 'late'])
  const work = vi.fn(async () => 'ready')
  expect(await patience.result(work, 'late')).toBe('late')
  expect(work).not.toHaveBeenCalled()
})

test('returns what is ready in time, and rejects as work does', async () => {
  using patience = new SharedPatience(1000)
  expect(await patience.result(async () => 'ready', 'late')).toBe('ready')
  await expect(patience.result(() => Promise.reject(new Error('refused')), 'late')).rejects.toThrow('refused')
})

test('leaves no timer behind', () => {
  {
    using _patience = new SharedPatience(1000)
    expect(vi.getTimerCount()).toBe(1)
  }
  expect(vi.getTimerCount()).toBe(0)
})
