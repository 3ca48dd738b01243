import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance()

test('keeps rows that failed to reload, with a note until they do', async () => {
  await instance.make.role({ name: 'Readers' })
  let away = false
  const { user } = await visit(instance, '/roles', {
    as: instance.root,
    through: (reach) => (input, init) => (away ? Promise.reject(new TypeError('failed')) : reach(input, init)),
  })
  const grid = await screen.findByRole('grid', { name: 'roles' })
  await within(grid).findByRole('link', { name: 'Readers' })
  away = true
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  const warning = await screen.findByRole('alert')
  expect(within(warning).getByText('These rows may be out of date.')).toBeTruthy()
  expect(within(warning).getByText(/The instance is not responding/)).toBeTruthy()
  expect(within(grid).getByRole('link', { name: 'Readers' })).toBeTruthy()
  away = false
  await instance.make.role({ name: 'Writers' })
  await user.click(within(warning).getByRole('button', { name: 'Try again' }))
  await within(grid).findByRole('link', { name: 'Writers' })
  await waitFor(() => expect(screen.queryByText('These rows may be out of date.')).toBeNull())
})
