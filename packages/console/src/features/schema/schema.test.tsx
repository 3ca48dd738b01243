import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { codeEditor, typeCode } from '../../testing/code-editor.ts'
import { type Visit, visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
type Through = ReturnType<typeof respondWith>

interface Described {
  readonly alias: string | null
  readonly label: string
  readonly field: readonly { readonly name: string; readonly length: number | null; readonly label: string }[]
  readonly related: readonly { readonly name: string }[]
}

/** A server that reports no features beyond the common API. */
const plainEnvironment = { apps: [{ id: 1, name: 'admin', url: '' }], platform: {} }
const plain = respondWith({ part: 'system/environment' }, 200, plainEnvironment)
const open = (path: string, ...through: readonly Through[]) =>
  visit(instance, path, { as: root, through: (reach) => through.reduce((reached, between) => between(reached), reach) })
const described = async (table: string) => (await send<Described>('GET', `db/_schema/${table}`, { as: root })).body
const press = async ({ user }: Visit, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const panel = async () => within(await screen.findByRole('dialog'))
const asked = () => screen.findByRole('alertdialog')

beforeEach(async () => {
  for (const table of ['note', 'contact', 'card']) await send('DELETE', `db/_schema/${table}`, { as: root })
  const field = (name: string, type: string, more: object = {}) => ({ name, type, allow_null: true, ...more })
  const contact = {
    name: 'contact',
    field: [field('id', 'id', { allow_null: false }), field('email', 'string', { length: 80 })],
  }
  const note = {
    name: 'note',
    field: [
      field('id', 'id', { allow_null: false }),
      field('body', 'text'),
      field('contact_id', 'reference', { ref_table: 'contact', ref_field: 'id' }),
    ],
  }
  const { status } = await send('POST', 'db/_schema', { as: root, body: { resource: [contact, note] } })
  expect(status).toBe(200)
})

test('reports an unknown service and offers the others', async () => {
  const { user, address } = await open('/schema/gone')
  expect((await screen.findByRole('alert')).textContent).toContain('There is no database service named gone.')
  await user.click(await screen.findByRole('link', { name: /Database/ }))
  await waitFor(() => expect(address()).toBe('/schema/db'))
})

test('reports an unknown table', async () => {
  await open('/schema/db/table/gone')
  expect(await screen.findByText('Table gone does not exist.')).toBeTruthy()
})

test('filters the list while typing, and opens the first match with Enter', async () => {
  const { user, address } = await open('/schema/db')
  await user.type(await screen.findByLabelText('Search tables'), 'not')
  expect(await screen.findByText('1 of 2 tables')).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/schema/db/table/note'))
})

test('saves what was typed in JSON mode', async () => {
  const page = await open('/schema/db/table/contact')
  await press(page, 'JSON')
  const code = await codeEditor()
  const record = JSON.parse(code.state.doc.toString())
  record.alias = 'people'
  record.field.push({ name: 'phone', type: 'string', length: 20, allow_null: true })
  typeCode(code, JSON.stringify(record))
  await press(page, 'Save')
  await press(page, 'Rename')
  await screen.findByText('Table saved successfully.')
  const saved = await described('contact')
  expect(saved.alias).toBe('people')
  expect(saved.field.map(({ name }) => name)).toEqual(['id', 'email', 'phone'])
})

test('does not drop a field that someone else added while JSON was edited', async () => {
  const page = await open('/schema/db/table/contact')
  await press(page, 'JSON')
  const code = await codeEditor()
  const record = JSON.parse(code.state.doc.toString())
  const phone = { name: 'phone', type: 'string', allow_null: true }
  await send('POST', 'db/_schema/contact/_field', { as: root, body: { resource: [phone] } })
  await press(page, 'Refresh')
  await screen.findByText('Database is refreshed.')
  typeCode(code, JSON.stringify({ ...record, field: [...record.field, { ...phone, name: 'fax' }] }))
  await press(page, 'Save')
  expect(await screen.findByText('changed by both')).toBeTruthy()
  expect((await described('contact')).field.map(({ name }) => name)).toContain('phone')
})

test('does not save invalid JSON', async () => {
  const page = await open('/schema/db/table/contact')
  await press(page, 'JSON')
  typeCode(await codeEditor(), '{"label": "Person", ')
  await press(page, 'Save')
  expect((await screen.findAllByText('JSON Invalid.')).length).toBeGreaterThan(0)
  expect((await described('contact')).label).toBe('Contact')
})

test('drops a field that the JSON omits, after a confirmation that names it', async () => {
  const page = await open('/schema/db/table/note', plain)
  await press(page, 'JSON')
  const code = await codeEditor()
  const record = JSON.parse(code.state.doc.toString())
  record.field = record.field.filter(({ name }: { name: string }) => name !== 'body')
  typeCode(code, JSON.stringify(record))
  await press(page, 'Save')
  expect((await asked()).textContent).toContain('All values of body in note are lost.')
  await press(page, 'Keep editing')
  expect((await described('note')).field).toHaveLength(3)
  await press(page, 'Save')
  await press(page, 'Save anyway')
  await screen.findByText('Table saved successfully.')
  expect((await described('note')).field.map(({ name }) => name)).toEqual(['id', 'contact_id'])
})

test('preserves unsaved input when a field is saved', async () => {
  const page = await open('/schema/db/table/contact')
  await page.user.type(await screen.findByLabelText('Plural Label'), ' of ours')
  await page.user.click(screen.getByRole('row', { name: /^email/ }))
  await page.user.type((await panel()).getByLabelText('Label'), ' address')
  await page.user.click((await panel()).getByRole('button', { name: 'Save' }))
  await screen.findByText('Field saved successfully.')
  await waitFor(() => expect(page.address()).toBe('/schema/db/table/contact'))
  expect(screen.getByLabelText<HTMLInputElement>('Plural Label').value).toBe('Contacts of ours')
  expect(screen.getByText('Not saved yet: Plural Label')).toBeTruthy()
})

test('asks before leaving a field with unsaved changes', async () => {
  const page = await open('/schema/db/table/contact/field/email')
  await page.user.click((await panel()).getByRole('radio', { name: 'All properties' }))
  await page.user.type((await panel()).getByLabelText('Alias'), 'mail')
  await page.user.click((await panel()).getByRole('button', { name: 'Cancel' }))
  expect((await asked()).textContent).toContain('Continue without saving?')
  await press(page, 'Keep editing')
  expect((await panel()).getByLabelText<HTMLInputElement>('Alias').value).toBe('mail')
})

test('asks before shortening a field if the server does not preview losses', async () => {
  const page = await open('/schema/db/table/contact/field/email', plain)
  const length = (await panel()).getByLabelText('Length')
  await page.user.clear(length)
  await page.user.type(length, '10')
  await page.user.click((await panel()).getByRole('button', { name: 'Save' }))
  expect((await asked()).textContent).toContain('email: texts longer than 10 are cut or stop the change.')
  await press(page, 'Save anyway')
  await screen.findByText('Field saved successfully.')
  expect((await described('contact')).field[1]?.length).toBe(10)
})

test("shows what a change runs and loses before it is saved, in the server's words", async () => {
  const page = await open('/schema/db/table/note')
  await press(page, 'JSON')
  const code = await codeEditor()
  const record = JSON.parse(code.state.doc.toString())
  record.field = record.field.filter(({ name }: { name: string }) => name !== 'body')
  typeCode(code, JSON.stringify(record))
  const runs = await screen.findByRole('region', { name: 'Statements run on save' })
  expect((await within(runs).findAllByText(/"note"/)).length).toBeGreaterThan(0)
  const [loss] = await within(runs).findAllByText(/'body'.* lost/)
  await press(page, 'Save')
  expect((await asked()).textContent).toContain(loss?.textContent?.replace('loses data', '').trim())
  await press(page, 'Keep editing')
  expect((await described('note')).field).toHaveLength(3)
})

test('shows conflicting changes of the same field, and preserves the other changes', async () => {
  const page = await open('/schema/db/table/contact/field/email')
  await page.user.type((await panel()).getByLabelText('Label'), ' of mine')
  const others = { name: 'email', type: 'string', length: 120, allow_null: true }
  const change = (more: object) =>
    send('PATCH', 'db/_schema/contact/_field', { as: root, body: { resource: [{ ...others, ...more }] } })
  await change({ label: 'Theirs' })
  await page.user.click((await panel()).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Theirs')).toBeTruthy()
  await change({ label: 'Email' })
  await page.user.click((await panel()).getByRole('button', { name: 'Save' }))
  await screen.findByText('Field saved successfully.')
  expect((await described('contact')).field[1]).toMatchObject({ label: 'Email of mine', length: 120 })
})

test('disables properties that a type does not support, and requires a target for a reference', async () => {
  const page = await open('/schema/db/table/contact/new-field')
  await page.user.click((await panel()).getByRole('radio', { name: 'All properties' }))
  const disabled = async (label: string) => (await panel()).getByLabelText<HTMLInputElement>(label).disabled
  expect([await disabled('Length'), await disabled('Precision'), await disabled('Reference Table')]).toEqual([
    false,
    true,
    true,
  ])
  await page.user.selectOptions((await panel()).getByLabelText(/^Type/), 'reference')
  const target = (await panel()).getByLabelText(/^Reference Table/)
  await within(target).findByRole('option', { name: 'note' })
  await page.user.selectOptions(target, 'note')
  const field = (await panel()).getByLabelText('Reference Field')
  await within(field).findByRole('option', { name: 'id' })
  await page.user.selectOptions(field, 'id')
  await page.user.type((await panel()).getByLabelText(/^Name/), 'last_note_id')
  await page.user.click((await panel()).getByRole('button', { name: 'Save' }))
  await screen.findByText('Field saved successfully.')
  expect((await described('contact')).related.map(({ name }) => name)).toContain('note_by_last_note_id')
})

test('works with an older server: bare and empty lists, no announced features', async () => {
  const written = respondWith({ part: '/_related', verb: 'POST' }, 200, [[]])
  const page = await open(
    '/schema/db/table/contact/field/email',
    plain,
    (reach) => async (input, init) => {
      const answer = await reach(input, init)
      const isWrite = String(input).includes('/_field') && init?.method === 'PATCH'
      return isWrite && answer.ok ? new Response('[[]]', { headers: { 'content-type': 'application/json' } }) : answer
    },
    written,
  )
  await page.user.click((await panel()).getByRole('radio', { name: 'All properties' }))
  await page.user.type((await panel()).getByLabelText('Alias'), 'mail')
  await page.user.click((await panel()).getByRole('button', { name: 'Save' }))
  await press(page, 'Rename')
  await screen.findByText('Field saved successfully.')
})

test('creates, edits and drops a table using only the keyboard', async () => {
  const { user } = await open('/schema/db/create')
  await screen.findByLabelText(/^Table Name/)
  await user.keyboard('card')
  const add = screen.getByRole('button', { name: 'Add Field' })
  while (document.activeElement !== add) await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe((await panel()).getByLabelText(/^Name/)))
  await user.keyboard('title{Enter}')
  await screen.findByRole('row', { name: /^title/ })
  await user.keyboard('{Control>}s{/Control}')
  await screen.findByText('Table saved successfully.')
  const row = await screen.findByRole('row', { name: /^title/ })
  await waitFor(() => expect(screen.getByRole('region', { name: 'Table card' })).toBe(document.activeElement))
  row.focus()
  await user.keyboard('{Delete}')
  await asked()
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByText('Field deleted successfully.')
  const drop = screen.getByRole('button', { name: 'Drop' })
  drop.focus()
  await user.keyboard('{Enter}')
  expect((await asked()).textContent).toMatch(/ of (the table )?'card' are lost/)
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByText('Table deleted successfully.')
})

test('finds, opens and closes names with any characters', async () => {
  const table = 'odd ä?c#d%'
  const field = "x&y%20 'z'"
  const fields = [
    { name: 'id', type: 'id' },
    { name: field, type: 'text', allow_null: true },
  ]
  const body = { resource: [{ name: table, field: fields }] }
  expect((await send('POST', 'db/_schema', { as: root, body })).status).toBe(200)
  const page = await open('/schema/db')
  const { user } = page
  await user.click(await screen.findByRole('link', { name: /^odd/i }))
  await user.type(await screen.findByLabelText('Plural Label'), '!')
  await user.click(await screen.findByRole('row', { name: /^x&y/ }))
  await user.type((await panel()).getByLabelText('Label'), '!')
  await user.click((await panel()).getByRole('button', { name: 'Save' }))
  await screen.findByText('Field saved successfully.')
  await press(page, 'Save')
  await screen.findByText('Table saved successfully.')
  await press(page, 'Drop')
  await press(page, `Drop ${table}`)
  await screen.findByText('Table deleted successfully.')
})

test('draws every table once in the diagram, searches them, and links to the editor', async () => {
  const { user, address } = await open('/schema/db/diagram')
  expect(await screen.findAllByRole('link', { name: /^Table (contact|note) ?, / })).toHaveLength(2)
  await user.type(screen.getByLabelText('Find a table in the diagram'), 'note{Enter}')
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^Table note, 3 fields, references contact\./),
  )
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Table contact/))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/schema/db/table/contact'))
})
