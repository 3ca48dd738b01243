import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

test('a button that cannot be used stays reachable, says why and does nothing', async () => {
  const user = userEvent.setup()
  const press = vi.fn()
  render(
    <Button disabledReason="Choose a row first." onClick={press}>
      Delete
    </Button>,
  )
  await user.tab()
  const button = screen.getByRole('button', { name: 'Delete' })
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  expect(press).not.toHaveBeenCalled()
  await user.hover(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Choose a row first.')
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a button at work neither works twice nor sends its form again', async () => {
  const user = userEvent.setup()
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Button type="submit" loading>
        Save
      </Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(send).not.toHaveBeenCalled()
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
})

test('a button keeps the focus as a reason against it comes and goes', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Button>Save</Button>)
  await user.tab()
  const button = screen.getByRole('button', { name: 'Save' })
  rerender(<Button disabledReason="No changes to save.">Save</Button>)
  expect(document.activeElement).toBe(button)
  expect(screen.queryByRole('tooltip')).toBeNull()
  rerender(<Button>Save</Button>)
  expect(document.activeElement).toBe(button)
})
