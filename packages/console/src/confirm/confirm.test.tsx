import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { confirm } from './confirm.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

beforeEach(() => {
  render(<ConfirmDialog />)
})

const question = { title: 'Delete Ann?', action: 'Delete Ann', danger: true }

test('the dialog focuses the safe button, and Escape cancels', async () => {
  const user = userEvent.setup()
  const answer = confirm(question)
  await screen.findByRole('alertdialog', { name: 'Delete Ann?' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await user.keyboard('{Escape}')
  expect(await answer).toBe(false)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('the button with the name of the action confirms', async () => {
  const user = userEvent.setup()
  const answer = confirm(question)
  await user.click(await screen.findByRole('button', { name: 'Delete Ann' }))
  expect(await answer).toBe(true)
})

test('an action that fails shows the error and keeps the dialog open', async () => {
  const user = userEvent.setup()
  let refused = true
  const run = () => (refused ? Promise.reject(new Error('Ann is needed.')) : Promise.resolve())
  const answer = confirm({ ...question, run })
  await user.click(await screen.findByRole('button', { name: 'Delete Ann' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Ann is needed.')
  refused = false
  await user.click(screen.getByRole('button', { name: 'Delete Ann' }))
  expect(await answer).toBe(true)
})

test('a second question cancels the first', async () => {
  const user = userEvent.setup()
  const first = confirm(question)
  const second = confirm({ title: 'Continue without saving?', action: 'Continue' })
  expect(await first).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await second).toBe(true)
})
