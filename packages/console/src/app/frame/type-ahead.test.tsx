import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TypeAhead } from './type-ahead.tsx'

function Waiting({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  return (
    <>
      <output>{text}</output>
      <TypeAhead text={text} onText={setText} onClose={onClose} />
    </>
  )
}

test('keeps text typed before the palette has loaded, and ignores shortcuts', async () => {
  const user = userEvent.setup()
  const close = vi.fn()
  render(<Waiting onClose={close} />)
  await user.keyboard('{Control>}k{/Control}rolex{Backspace}')
  expect(screen.getByRole('status').textContent).toBe('role')
  expect(close).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})
