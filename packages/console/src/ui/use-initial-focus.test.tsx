import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useInitialFocus } from './use-initial-focus.ts'

function Page({ wanted }: { wanted: boolean }) {
  return (
    <>
      <input aria-label="Search" ref={useInitialFocus<HTMLInputElement>(wanted)} />
      <input aria-label="Name" />
    </>
  )
}

/** What happens after a page is painted. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

test('focuses nothing unless it is wanted', async () => {
  render(<Page wanted={false} />)
  await painted()
  expect(document.activeElement).toBe(document.body)
})

test('leaves the focus where the user put it before the page was painted', async () => {
  render(<Page wanted />)
  screen.getByLabelText('Name').focus()
  await painted()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('focuses the initial control of a page', async () => {
  render(<Page wanted />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Search')))
})
