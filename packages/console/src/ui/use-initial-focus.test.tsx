import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useInitialFocus } from './use-initial-focus.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function Page({ wanted }: { wanted: boolean }) {
  return (
    <>
      <input aria-label="Search" ref={useInitialFocus<HTMLInputElement>(wanted)} />
      <input aria-label="Name" />
    </>
  )
}

/** Lets happen what waits for a page to be painted. */
const paint = () => vi.runAllTimers()

test('focuses nothing unless it is wanted', () => {
  render(<Page wanted={false} />)
  paint()
  expect(document.activeElement).toBe(document.body)
})

test('leaves the focus where the user put it before the page was painted', () => {
  render(<Page wanted />)
  screen.getByLabelText('Name').focus()
  paint()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('focuses the initial control of a page once it is painted', () => {
  render(<Page wanted />)
  expect(document.activeElement).toBe(document.body)
  paint()
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})
