import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FileDrop } from './file-drop.tsx'

const file = new File(['id,name'], 'people.csv', { type: 'text/csv' })

function renderDrop() {
  const onFile = vi.fn()
  render(<FileDrop title="Choose a file" hint="CSV" accept=".csv" onFile={onFile} />)
  return { onFile, field: screen.getByLabelText(/Choose a file/) }
}

it('takes nothing when something else than a file is dropped', () => {
  const { onFile } = renderDrop()
  fireEvent.drop(screen.getByText('CSV'), { dataTransfer: { files: [] } })
  expect(onFile).not.toHaveBeenCalled()
})

it('takes the file that is dropped, which the browser would open otherwise', () => {
  const { onFile } = renderDrop()
  const isOpenedByBrowser = fireEvent.drop(screen.getByText('CSV'), { dataTransfer: { files: [file] } })
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file)
  expect(isOpenedByBrowser).toBe(false)
})

it('takes the file that is chosen, and forgets it, so that it can be chosen again', async () => {
  const user = userEvent.setup()
  const { onFile, field } = renderDrop()
  await user.upload(field, file)
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file)
  expect(field).toHaveProperty('value', '')
})
