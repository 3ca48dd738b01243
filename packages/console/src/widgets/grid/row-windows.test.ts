import { expect, onTestFinished, test, vi } from 'vitest'
import type { GridRow } from './grid-source.ts'
import { RowWindows, windowSize } from './row-windows.ts'

function over(total: number) {
  const asked: number[] = []
  let refuse = false
  const windows = new RowWindows({
    read: async (offset, limit, signal) => {
      asked.push(offset)
      await Promise.resolve()
      signal.throwIfAborted()
      if (refuse) throw new Error('No.')
      return Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => row(offset + at))
    },
  })
  onTestFinished(() => windows.stop())
  return { windows, asked, refuse: (on: boolean) => (refuse = on) }
}

const row = (number: number): GridRow => ({ key: String(number), record: { id: number } })
const settled = (windows: RowWindows) => vi.waitFor(() => expect(windows.busy).toBe(false))

test('loads only the visible windows, each once', async () => {
  const { windows, asked } = over(1_000_000)
  windows.setCount(1_000_000)
  windows.want(500_010, 500_070)
  await vi.waitFor(() => expect(windows.rowAt(500_060)?.key).toBe('500060'))
  await settled(windows)
  windows.want(500_010, 500_070)
  await settled(windows)
  expect(asked).toEqual([500_000, 500_050])
})

test('reserves room for more rows without a count, until a window is not full', async () => {
  const { windows } = over(120)
  expect(windows.count).toBeNull()
  windows.want(0, 20)
  await vi.waitFor(() => expect(windows.rowAt(0)).toBeDefined())
  expect(windows.rowCount).toBe(2 * windowSize)
  windows.want(60, 140)
  await vi.waitFor(() => expect(windows.rowAt(60)).toBeDefined())
  expect(windows.count).toBeNull()
  windows.want(100, 140)
  await vi.waitFor(() => expect(windows.count).toBe(120))
  expect(windows.rowCount).toBe(120)
})

test('corrects a count that is too high by the loaded rows', async () => {
  const { windows } = over(60)
  windows.setCount(500)
  expect(windows.rowCount).toBe(500)
  await windows.load(0, 99)
  expect(windows.count).toBe(60)
})

test('has no rows for an empty source', async () => {
  const { windows } = over(0)
  await windows.load(0, 0)
  expect(windows.count).toBe(0)
  expect(windows.loaded).toBe(true)
})

test('loads rows across windows, and stops at the end of the source', async () => {
  const { windows } = over(130)
  const rows = await windows.load(40, 500)
  expect(rows.map(({ key }) => key)).toEqual(Array.from({ length: 90 }, (_, at) => String(at + 40)))
})

test('reports failed windows and retries them', async () => {
  const { windows, refuse } = over(10)
  refuse(true)
  windows.want(0, 9)
  await vi.waitFor(() => expect(windows.problem).toEqual(new Error('No.')))
  refuse(false)
  windows.retry()
  await vi.waitFor(() => expect(windows.rowAt(9)).toBeDefined())
  expect(windows.problem).toBeNull()
})

test('reloads the visible windows on refresh, showing the old rows until then, except deleted ones', async () => {
  const { windows, asked } = over(10)
  windows.want(0, 9)
  await vi.waitFor(() => expect(windows.rowAt(3)?.key).toBe('3'))
  windows.refresh(new Set(['3']))
  expect(windows.rowAt(3)?.key).toBe('4')
  await vi.waitFor(() => expect(windows.rowAt(3)?.key).toBe('3'))
  expect(asked).toEqual([0, 0])
})

test('replaces a loaded row with the stored one', async () => {
  const { windows } = over(10)
  await windows.load(0, 9)
  windows.replace(new Map([['3', { key: '3', record: { id: 3, name: 'new' } }]]))
  expect(windows.rowAt(3)?.record).toEqual({ id: 3, name: 'new' })
})
