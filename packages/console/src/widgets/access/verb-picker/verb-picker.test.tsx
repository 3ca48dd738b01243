import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { VerbPicker } from './verb-picker.tsx'

function Host({ start }: { start: number }) {
  const [mask, setMask] = useState(start)
  return (
    <>
      <VerbPicker label="Verbs" mask={mask} onChange={setMask} />
      <output>{mask}</output>
      <button type="button" onClick={() => setMask(0)}>
        Reset
      </button>
    </>
  )
}

test('chooses verbs one by one, and all or none at once', async () => {
  const user = userEvent.setup()
  render(<Host start={1} />)
  await user.click(screen.getByRole('button', { name: 'GET' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'PATCH (update)' }))
  expect(screen.getByRole('status').textContent).toBe('9')
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Select all' }))
  expect(screen.getByRole('status').textContent).toBe('0')
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Select all' }))
  expect(screen.getByRole('status').textContent).toBe('31')
})

test('shows a mask that changes from outside', async () => {
  const user = userEvent.setup()
  render(<Host start={31} />)
  expect(screen.getByRole('button', { name: '5 Selected' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(screen.getByRole('button', { name: 'None Selected' })).toBeTruthy()
})
