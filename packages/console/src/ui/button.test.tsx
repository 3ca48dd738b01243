import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('keeps a disabled button focusable, shows the reason and does nothing', async () => {
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

test('ignores clicks while a button is loading, and does not submit its form again', async () => {
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

test('preserves focus when the reason appears and disappears', async () => {
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

test('fills its row only if asked to', () => {
  render(
    <>
      <Button>Save</Button>
      <Button wide>Login</Button>
    </>,
  )
  expect(screen.getByRole('button', { name: 'Save' }).className).not.toContain('wide')
  expect(screen.getByRole('button', { name: 'Login' }).className).toContain('wide')
})
