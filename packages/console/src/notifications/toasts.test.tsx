import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify, shownFor, withNotification } from './notify.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toasts />)
})
afterEach(() => {
  act(() => vi.advanceTimersByTime(shownFor))
  vi.useRealTimers()
})

const tell = (text: string, more: Partial<Parameters<typeof notify>[0]> = {}) =>
  act(() => notify({ type: 'success', title: 'Admins', text, ...more }))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('announces a notification politely and hides it after five seconds', () => {
  tell('Admin saved successfully.')
  const region = screen.getByRole('region', { name: 'Notifications' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  expect(region.textContent).toContain('Admin saved successfully.')
  pass(shownFor - 1)
  expect(screen.queryByText('Admin saved successfully.')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Admin saved successfully.')).toBeNull()
})

test('keeps it while it is hovered, focused or pinned', () => {
  tell('Look at me.')
  const toast = screen.getByText('Look at me.')
  fireEvent.pointerEnter(toast.parentElement?.parentElement ?? toast)
  pass(60_000)
  expect(screen.queryByText('Look at me.')).not.toBeNull()
  fireEvent.pointerLeave(toast.parentElement?.parentElement ?? toast)
  fireEvent.click(screen.getByRole('button', { name: 'Pin' }))
  pass(60_000)
  expect(screen.queryByText('Look at me.')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Look at me.')).toBeNull()
})

test('keeps background work until its result replaces it', () => {
  tell('Testing.', { type: 'testing', tag: 'shop' })
  pass(60_000)
  expect(screen.queryByText('Testing.')).not.toBeNull()
  tell('Test connection succeeded.', { tag: 'shop' })
  expect(screen.queryByText('Testing.')).toBeNull()
  pass(shownFor)
  expect(screen.queryByText('Test connection succeeded.')).toBeNull()
})

test('replaces a notification with the same tag, appends others, and drops the oldest', () => {
  const one = (id: number, tag?: string) => ({
    id,
    type: 'success' as const,
    title: 't',
    text: 'x',
    ...(tag ? { tag } : {}),
  })
  const three = [one(1), one(2, 'a'), one(3)]
  expect(withNotification(three, one(4, 'a')).map(({ id }) => id)).toEqual([1, 4, 3])
  expect(withNotification(three, one(4)).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(
    withNotification(
      [1, 2, 3, 4, 5].map((id) => one(id)),
      one(6),
    ).map(({ id }) => id),
  ).toEqual([2, 3, 4, 5, 6])
})
