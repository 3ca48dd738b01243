import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { rejectWith } from '../answering.ts'
import { codeEditor, typeCode } from '../code-editor.ts'
import { expectMessage } from '../expect-message.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
const open = (path: string, through?: ReturnType<typeof rejectWith>) =>
  visit(instance, path, { as: root, ...(through && { through }) })
const press = async ({ user }: Visit, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const editor = async () => within(await screen.findByRole('dialog'))

beforeAll(async () => {
  const contact = {
    name: 'contact',
    field: [
      { name: 'id', type: 'id' },
      { name: 'email', type: 'string', length: 80, allow_null: true },
    ],
  }
  const note = {
    name: 'note',
    field: [
      { name: 'id', type: 'id' },
      { name: 'contact', type: 'integer', allow_null: true },
    ],
  }
  const { status } = await send('POST', 'db/_schema', { as: root, body: { resource: [contact, note] } })
  expect(status).toBe(200)
})

test('reports that the services failed to load', async () => {
  await open('/schema', rejectWith({ part: 'group=database' }, 500, 'Out of order.'))
  await expectMessage('schema.load')
})

test('shows that nothing is chosen, and reports a refresh', async () => {
  const page = await open('/schema/db')
  await expectMessage('schema.none')
  await press(page, 'Refresh')
  await expectMessage('schema.refreshed', { label: 'Database' })
})

test('reports each step from creating to deleting a table', async () => {
  const page = await open('/schema/db/create')
  await page.user.type(await field(/^Table Name/), 'contact')
  await press(page, 'Save')
  await expectMessage('schema.table-exists')
  await page.user.type(await field(/^Table Name/), '_card')
  await press(page, 'Save')
  await expectMessage('schema.table-saved')
  await press(page, 'Drop')
  await expectMessage('schema.drop', { table: 'contact_card' })
  await press(page, 'Drop contact_card')
  await expectMessage('schema.table-dropped')
})

test('reports editing a table as JSON', async () => {
  const page = await open('/schema/db/table/contact')
  await press(page, 'JSON')
  const code = await codeEditor()
  await press(page, 'Validate')
  await expectMessage('schema.good-json')
  typeCode(code, '{"name":')
  await press(page, 'Validate')
  await expectMessage('schema.bad-json')
  await press(page, 'Table')
  await expectMessage('schema.stuck-in-json')
})

test('reports each step from an incomplete to a deleted field', async () => {
  const page = await open('/schema/db/table/contact/new-field')
  await page.user.click((await editor()).getByRole('button', { name: 'Save' }))
  await expectMessage('schema.field-incomplete')
  await page.user.type((await editor()).getByLabelText(/^Name/), 'email')
  await page.user.click((await editor()).getByRole('button', { name: 'Save' }))
  await expectMessage('schema.field-exists')
  await page.user.type((await editor()).getByLabelText(/^Name/), '2')
  await page.user.click((await editor()).getByRole('button', { name: 'Save' }))
  await expectMessage('schema.field-saved')
  await press(page, 'Delete field email2')
  await expectMessage('schema.field-drop', { name: 'email2' })
  await press(page, 'Delete email2')
  await expectMessage('schema.field-dropped')
})

test('reports a rejected field', async () => {
  const page = await open(
    '/schema/db/table/contact/field/email',
    rejectWith({ part: '/_field', verb: 'PATCH' }, 500, 'Out of order.'),
  )
  await page.user.click((await editor()).getByRole('radio', { name: 'All properties' }))
  await page.user.type((await editor()).getByLabelText('Alias'), 'mail')
  await page.user.click((await editor()).getByRole('button', { name: 'Save' }))
  await expectMessage('schema.field-failed')
})

test('reports each step from an incomplete to a deleted relation', async () => {
  const page = await open('/schema/db/table/contact/new-relation')
  await page.user.click((await editor()).getByRole('button', { name: 'Save' }))
  await expectMessage('schema.relation-blank')
  const choose = async (label: RegExp, value: string) => {
    const select = (await editor()).getByLabelText(label)
    await within(select).findByRole('option', { name: value })
    await page.user.selectOptions(select, value)
  }
  await choose(/^Type/, 'Has Many')
  await page.user.selectOptions((await editor()).getByLabelText(/^Field/), 'id')
  await choose(/^Reference Table/, 'note')
  await choose(/^Reference Field/, 'contact')
  await page.user.click((await editor()).getByRole('button', { name: 'Save' }))
  await expectMessage('schema.relation-saved')
  await press(page, /^Delete relationship note_by_contact/)
  await expectMessage('schema.relation-drop', { name: 'note_by_contact' })
  await press(page, 'Delete note_by_contact')
  await expectMessage('schema.relation-dropped')
})

test('reports an upload', async () => {
  const page = await open('/schema/db/upload')
  const code = await codeEditor()
  const sample = code.state.doc.toString()
  typeCode(code, '{')
  await press(page, 'Save')
  await expectMessage('schema.upload-bad')
  typeCode(code, sample.replace('"todo"', '"note"'))
  await press(page, 'Save')
  await expectMessage('schema.upload-exists')
  typeCode(code, sample)
  await press(page, 'Save')
  await expectMessage('schema.uploaded')
})
