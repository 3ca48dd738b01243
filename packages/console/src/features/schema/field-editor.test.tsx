import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const as = instance.root
const panel = async () => within(await screen.findByRole('dialog'))

test('shows the basic properties first, names the others in use, and shows all if one of those is rejected', async () => {
  onTestFinished(async () => void (await instance.send('DELETE', 'db/_schema/guest', { as })))
  const field = [{ name: 'email', type: 'string', length: 80 }]
  await instance.send('POST', 'db/_schema', { as, body: { resource: [{ name: 'guest', field }] } })
  const page = await visit(instance, '/schema/db/table/guest/field/email', { as })
  expect((await panel()).queryByLabelText('Alias')).toBeNull()
  await page.user.click((await panel()).getByRole('radio', { name: 'All properties' }))
  await page.user.type((await panel()).getByLabelText('Alias'), 'mail')
  await page.user.click((await panel()).getByRole('radio', { name: 'Simple' }))
  expect((await panel()).queryByLabelText('Alias')).toBeNull()
  expect((await panel()).getByText('Also set: Alias')).toBeTruthy()
  await page.user.click((await panel()).getByRole('radio', { name: 'All properties' }))
  await page.user.click((await panel()).getByLabelText(/^Is Virtual/))
  await page.user.click((await panel()).getByRole('radio', { name: 'Simple' }))
  expect((await panel()).queryByLabelText(/^Is Virtual/)).toBeNull()
  await page.user.click((await panel()).getByRole('button', { name: 'Save' }))
  expect(await (await panel()).findByLabelText(/^Is Virtual/)).toBeTruthy()
})

test('shows the statements that saving a new table will run while one of its fields is edited', async () => {
  const { user } = await visit(instance, '/schema/db/create', { as })
  await user.type(await screen.findByLabelText(/^Table Name/), 'guest')
  await user.click(screen.getByRole('button', { name: 'Add Field' }))
  await user.type((await panel()).getByLabelText(/^Name/), 'email')
  const runs = await (await panel()).findByRole('region', { name: 'Statements run on save' })
  expect(await within(runs).findByText(/CREATE TABLE "guest".*"email"/)).toBeTruthy()
})

test('refers to the key of the table that is chosen, and takes its type', async () => {
  onTestFinished(async () => void (await instance.send('DELETE', 'db/_schema/maker', { as })))
  const field = [
    { name: 'code', type: 'string', length: 12, is_primary_key: true },
    { name: 'rank', type: 'integer' },
  ]
  await instance.send('POST', 'db/_schema', { as, body: { resource: [{ name: 'maker', field }] } })
  const { user } = await visit(instance, '/schema/db/create', { as })
  await user.type(await screen.findByLabelText(/^Table Name/), 'part')
  await user.click(screen.getByRole('button', { name: 'Add Field' }))
  await user.type((await panel()).getByLabelText(/^Name/), 'maker')
  await user.selectOptions((await panel()).getByLabelText(/^Type/), 'integer')
  await user.click((await panel()).getByLabelText('Foreign Key'))
  await (await panel()).findByRole('option', { name: 'maker' })
  await user.selectOptions((await panel()).getByLabelText(/^Reference Table/), 'maker')
  await waitFor(async () =>
    expect((await panel()).getByLabelText<HTMLSelectElement>('Reference Field').value).toBe('code'),
  )
  const value = async (name: RegExp) => (await panel()).getByLabelText<HTMLInputElement>(name).value
  expect([await value(/^Type/), await value(/^Length/)]).toEqual(['string', '12'])
  await user.selectOptions((await panel()).getByLabelText('Reference Field'), 'rank')
  expect(await value(/^Type/)).toBe('integer')
})
