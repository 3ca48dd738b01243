import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { rejectWith } from '../answering.ts'
import { expectMessage } from '../expect-message.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
const open = (path: string, through?: ReturnType<typeof rejectWith>) =>
  visit(instance, path, { as: root, ...(through && { through }) })
const press = async ({ user }: Visit, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const form = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Enters a value into a cell with the keyboard. */
const type = async ({ user }: Visit, cell: string, text: string) => {
  await user.click(await screen.findByRole('gridcell', { name: cell }))
  await user.keyboard(`${text}{Enter}`)
}

beforeAll(async () => {
  const table = {
    name: 'tool',
    label: 'Tool',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 40 },
    ],
  }
  expect((await send('POST', 'db/_schema', { as: root, body: { resource: [table] } })).status).toBe(200)
})

beforeEach(async () => {
  await send('DELETE', 'db/_table/tool?force=true', { as: root })
  const names = ['hammer', 'saw', 'file']
  const body = { resource: names.map((name) => ({ name })) }
  expect((await send('POST', 'db/_table/tool', { as: root, body })).status).toBe(200)
})

test('reports that the services failed to load', async () => {
  await open('/data', rejectWith({ part: 'group=database' }, 500, 'Out of order.'))
  await expectMessage('data.load')
})

test('reports that nothing is to be saved or deleted', async () => {
  const page = await open('/data/db/tool')
  await screen.findByRole('gridcell', { name: 'hammer' })
  await press(page, 'Save')
  await expectMessage('data.nothing-to-save')
  await press(page, 'Delete')
  await expectMessage('data.nothing-to-delete')
})

test('reports changing, reverting and saving rows in the grid', async () => {
  const page = await open('/data/db/tool')
  await type(page, 'hammer', 'mallet')
  await type(page, 'saw', 'bow saw')
  await press(page, 'Refresh')
  await expectMessage('data.unsaved')
  await press(page, 'Keep editing')
  await press(page, 'Revert')
  await expectMessage('data.reverted-many')
  await type(page, 'hammer', 'mallet')
  await press(page, 'Revert')
  await expectMessage('data.reverted')
  await type(page, 'hammer', 'mallet')
  await press(page, 'Save 1 row')
  await expectMessage('data.saved')
  await type(page, 'mallet', 'hammer')
  await type(page, 'saw', 'bow saw')
  await press(page, 'Save 2 rows')
  await expectMessage('data.saved-many')
})

test('reports deleting one and several rows', async () => {
  const page = await open('/data/db/tool')
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await press(page, 'Delete 1')
  await expectMessage('data.delete')
  await press(page, 'Delete record')
  await expectMessage('data.deleted')
  await page.user.click(await screen.findByRole('checkbox', { name: 'Toggle All' }))
  await press(page, 'Delete 2')
  await press(page, 'Delete 2 records')
  await expectMessage('data.deleted-many')
})

test('reports creating a row in the form', async () => {
  const page = await open('/data/db/tool')
  await press(page, 'Create')
  await page.user.type((await form('Create Tool')).getByLabelText(/^Name/), 'plane')
  await page.user.click((await form('Create Tool')).getByRole('button', { name: 'Save' }))
  await expectMessage('data.created')
})
