import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TextField } from './text-field.tsx'

function Limited() {
  const [value, setValue] = useState('')
  return <TextField label="Name" maxLength={8} help="What people see." value={value} onChange={setValue} />
}

test('reports that text is cut off at the maximum length', async () => {
  const user = userEvent.setup()
  render(<Limited />)
  await user.click(screen.getByLabelText('Name'))
  await user.paste('1234567')
  expect(screen.getByText('What people see.')).toBeTruthy()
  await user.paste('89 and more')
  expect(screen.getByText('Limit reached: at most 8 characters.')).toBeTruthy()
})
