import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { instanceWithParts } from '../../testing/parts.ts'
import { pressReady } from '../../testing/press-ready.ts'
import { type Visit, visit } from '../../testing/render-route.tsx'

const { instance, stored } = instanceWithParts()
const { root, send } = instance
type Through = NonNullable<Parameters<typeof visit>[2]['through']>
const open = (path: string, through?: Through) => visit(instance, path, { as: root, ...(through && { through }) })
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const press = async ({ user }: Visit, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const form = async (name: string) => within(await screen.findByRole('dialog', { name }))
describe('in the grid', () => {
  test('an invalid number stays in its cell with the reason, and nothing is saved', async () => {
    const page = await open('/data/db/part')
    await page.user.click(await cell('5'))
    await page.user.keyboard('many{Enter}')
    const wrong = await cell('many, This is not a whole number.')
    expect(wrong.getAttribute('aria-invalid')).toBe('true')
    await page.user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-activedescendant')).toBe(wrong.id))
    expect((await stored())[0]).toMatchObject({ stock: 5 })
  })

  test('an error of the server is shown at its cell, and none of several records is stored', async () => {
    const context = {
      error: [1],
      resource: [{ id: 1 }, { code: 400, message: "Field 'name' is taken.", context: null }],
    }
    const refuse = respondWith({ part: '_table/part', verb: 'PATCH' }, 400, {
      error: { code: 1000, message: 'Batch.', context },
    })
    const page = await open('/data/db/part', refuse)
    await page.user.click(await cell('bolt'))
    await page.user.keyboard('screw{Enter}washer{Enter}{Control>}s{/Control}')
    await cell("washer, Field 'name' is taken.")
    await cell('screw, changed')
    await screen.findByRole('button', { name: 'Save 2 rows' })
  })

  test('a conflicting change is shown, and only overwritten by saving again', async () => {
    const page = await open('/data/db/part')
    await page.user.click(await cell('bolt'))
    await page.user.keyboard('screw')
    await send('PATCH', 'db/_table/part/1', { as: root, body: { name: 'rivet', stock: 6 } })
    // Leaves the open cell.
    await page.user.keyboard('{Control>}s{/Control}')
    await cell('screw, Someone else changed this to “rivet”. Save again to keep yours.')
    expect((await stored())[0]).toMatchObject({ name: 'rivet', stock: 6 })
    await page.user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect((await stored())[0]).toMatchObject({ name: 'screw', stock: 6 }))
  })

  test('the keyboard moves, edits, clears, toggles, undoes and redoes, and everything is saved at once', async () => {
    const page = await open('/data/db/part')
    await page.user.click(await cell('bolt'))
    await page.user.keyboard('x{Escape}screw{Tab}9{Tab}9223372036854775807{Enter}')
    await page.user.keyboard('{ArrowUp}{ArrowRight} {ArrowRight}{Delete}')
    await cell('FALSE, changed')
    await page.user.keyboard('{Control>}zz{/Control}')
    await cell('TRUE')
    await page.user.keyboard('{Control>}y{/Control}')
    await cell('FALSE, changed')
    await page.user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Record saved.', { selector: '[aria-label="Notifications"] p' })
    expect((await stored())[0]).toMatchObject({ name: 'screw', stock: 9, listed: false, note: 'long' })
    const csv = await send<string>('GET', 'db/_table/part?filter=id=1&fields=serial&file=a.csv', { as: root })
    expect(csv.body).toContain('9223372036854775807')
  })

  test('rows that are pasted, saved and pasted again change no other record', async () => {
    const page = await open('/data/db/part?columns=name,stock')
    const before = await stored()
    await cell('bolt')
    await press(page, 'More')
    await page.user.click(await screen.findByRole('menuitem', { name: 'Add a row in the grid' }))
    const rows = 'one\t1\ntwo\t2\nthree\t3'
    await page.user.paste(rows)
    await page.user.keyboard('{Control>}s{/Control}')
    await cell('three')
    await waitFor(() =>
      expect(screen.getByRole('gridcell', { name: 'one' }).getAttribute('aria-selected')).toBe('true'),
    )
    await page.user.paste(rows.toUpperCase())
    await page.user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect((await stored()).map(({ name }) => name)).toContain('ONE'))
    expect(await stored()).toMatchObject([...before, { name: 'ONE' }, { name: 'TWO' }, { name: 'THREE' }])
  })

  test('the first row of an empty table is typed into the grid, beginning at the first column that takes a value', async () => {
    const fields = [
      { name: 'id', type: 'id' },
      { name: 'word', type: 'string' },
      { name: 'size', type: 'integer' },
    ]
    const made = await send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'blank', field: fields }] } })
    expect(made.status).toBe(200)
    const page = await open('/data/db/blank')
    await screen.findByText('No records found.')
    await press(page, 'More')
    await page.user.click(await screen.findByRole('menuitem', { name: 'Add a row in the grid' }))
    await screen.findByRole('grid')
    await page.user.keyboard('hello{Tab}7{Enter}{Control>}s{/Control}')
    await screen.findByText('Record created.', { selector: '[aria-label="Notifications"] p' })
    const { body } = await send<{ resource: object[] }>('GET', 'db/_table/blank', { as: root })
    expect(body.resource).toEqual([{ id: 1, word: 'hello', size: 7 }])
  })

  test('an open cell keeps its input when another one is clicked', async () => {
    const page = await open('/data/db/part')
    await page.user.dblClick(await cell('bolt'))
    await page.user.keyboard('{Control>}a{/Control}screw')
    await page.user.click(await cell('gear'))
    await cell('screw, changed')
  })

  test('NULL and an empty text are distinguished', async () => {
    await open('/data/db/part?columns=id,note')
    await cell('long')
    const notes = screen.getAllByRole('gridcell').map(({ textContent }) => textContent)
    expect(notes).toEqual(['1', 'long', '2', '', '3', 'NULL'])
  })

  test('changing the filter asks before unsaved records are lost', async () => {
    const page = await open('/data/db/part')
    await page.user.click(await cell('bolt'))
    await page.user.keyboard('screw{Enter}')
    await press(page, 'Name')
    await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await cell('screw, changed')
    await press(page, 'Name')
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await cell('bolt')
    expect(page.address()).toContain('order=name')
  })
})

test('the address contains the query, and chips remove it again', async () => {
  const page = await open('/data/db/part?filter=stock:>:4&order=-stock')
  await cell('gear')
  const names = () =>
    screen.getAllByRole('gridcell', { name: /^(bolt|nut|gear)$/ }).map(({ textContent }) => textContent)
  expect(names()).toEqual(['gear', 'bolt'])
  await screen.findByText(/^2 records/)
  await press(page, 'Remove Stock is greater than 4')
  await waitFor(() => expect(names()).toEqual(['gear', 'bolt', 'nut']))
})

describe('in the form', () => {
  test('a record opens whose key is an empty text', async () => {
    const field = [
      { name: 'code', type: 'string', is_primary_key: true },
      { name: 'word', type: 'string' },
    ]
    await send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'coded', field }] } })
    await send('POST', 'db/_table/coded', { as: root, body: { resource: [{ code: '', word: 'nameless' }] } })
    const page = await open('/data/db/coded')
    await page.user.click(await cell('nameless'))
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('dialog')
    expect(page.address()).toContain('record=')
    await screen.findByDisplayValue('nameless')
  })

  test('unsaved input is returned to the grid', async () => {
    const page = await open('/data/db/part?record=2')
    const fields = await form('nut')
    await page.user.type(fields.getByLabelText('Stock'), '4x')
    fields.getByText('This is not a whole number.')
    await page.user.click(fields.getByRole('button', { name: 'Revert' }))
    await screen.findByText('Record reverted.', { selector: '[aria-label="Notifications"] p' })
    await page.user.type(fields.getByLabelText('Stock'), '4x')
    await page.user.click(fields.getByRole('button', { name: 'Cancel' }))
    await cell('4x, This is not a whole number.')
    await screen.findByRole('button', { name: 'Save 1 row' })
  })

  test('a failed save shows the error in the form, and keeps the focus there', async () => {
    const page = await open('/data/db/part?record=2', (reach) => (input, init) => {
      const cut = init?.method === 'PATCH' && String(input).includes('_table/part')
      return cut ? Promise.reject(new TypeError('Failed to fetch')) : reach(input, init)
    })
    const fields = await form('nut')
    await page.user.type(fields.getByLabelText('Stock'), '4')
    await page.user.keyboard('{Control>}s{/Control}')
    await fields.findByText(/The instance is not responding/)
    expect(document.activeElement?.closest('[role=dialog]')).toBeTruthy()
    expect(fields.getByLabelText<HTMLInputElement>('Stock').value).toBe('4')
  })

  test('a reference is looked up in the other table', async () => {
    const page = await open('/data/db/part?record=2')
    await page.user.click(await (await form('nut')).findByRole('button', { name: 'Look up Maker Id' }))
    const lookup = await form('Look up Maker Id')
    await page.user.type(await lookup.findByLabelText('Search'), 'bolt')
    await waitFor(() => expect(lookup.getAllByRole('button', { name: 'Choose' })).toHaveLength(1))
    await page.user.click(lookup.getByRole('button', { name: 'Choose' }))
    await page.user.click((await form('nut')).getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect((await stored())[1]).toMatchObject({ maker_id: 2 }))
  })

  test('a reference is shown by the name of its record, formatted for people', async () => {
    const text = (name: string) => ({ name, type: 'string', length: 40 })
    const id = { name: 'id', type: 'id' }
    const owner = { name: 'owner_id', type: 'reference', ref_table: 'person', ref_field: 'id' }
    const resource = [
      { name: 'person', label: 'Person', field: [id, text('first_name'), text('last_name')] },
      { name: 'bicycle', label: 'Bicycle', field: [id, owner] },
    ]
    await send('POST', 'db/_schema', { as: root, body: { resource } })
    const person = { first_name: 'Paolo', last_name: 'Ferri' }
    await send('POST', 'db/_table/person', { as: root, body: { resource: [person] } })
    await send('POST', 'db/_table/bicycle', { as: root, body: { resource: [{ owner_id: 1 }] } })
    await open('/data/db/bicycle?record=1')
    await (await form('Edit Bicycle')).findByText('Paolo Ferri')
  })

  test('a list of values is chosen from, whatever the type of the field', async () => {
    const limits = { allow_null: true, validation: { picklist: [] } }
    const field = [
      { name: 'id', type: 'id' },
      { name: 'state', type: 'text', picklist: ['new', 'done'], ...limits },
      { name: 'level', type: 'integer', picklist: ['1', '2'], ...limits },
    ]
    await send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'errand', label: 'Errand', field }] } })
    await send('POST', 'db/_table/errand', { as: root, body: { resource: [{ state: 'new', level: 1 }] } })
    const page = await open('/data/db/errand?record=1')
    const fields = await form('Edit Errand')
    await page.user.selectOptions(fields.getByLabelText('State'), 'done')
    await page.user.selectOptions(fields.getByLabelText('Level'), '2')
    await page.user.click(fields.getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect((await send('GET', 'db/_table/errand/1', { as: root })).body).toEqual({ id: 1, state: 'done', level: 2 }),
    )
  })

  test('a new record sends only what was typed', async () => {
    const page = await open('/data/db/part?record=new')
    const name = (await form('Create Part')).getByLabelText(/^Name/)
    await waitFor(() => expect(document.activeElement).toBe(name))
    await page.user.keyboard('spring{Control>}s{/Control}')
    await waitFor(async () =>
      expect((await stored()).at(-1)).toMatchObject({ name: 'spring', stock: null, note: null }),
    )
    await cell('spring')
  })

  test('navigating away asks before input is lost', async () => {
    const page = await open('/data/db/part')
    await press(page, 'Create')
    await page.user.type((await form('Create Part')).getByLabelText(/^Name/), 'spring')
    void page.router.navigate({ to: '/data/db/part' })
    await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await (await form('Create Part')).findByDisplayValue('spring')
  })
})

describe('a server that returns less', () => {
  test('without a description, columns are derived from the records, and editing is disabled', async () => {
    const rows = { resource: [{ code: 'a', size: 1.5 }] }
    await open('/data/db/bare', (reach) =>
      respondWith({ part: '_schema/bare' }, 404, { error: { code: 404, message: 'Unknown.' } })(
        respondWith({ part: '_table/bare' }, 200, rows)(reach),
      ),
    )
    expect((await cell('1.5')).getAttribute('aria-readonly')).toBe('true')
    await screen.findByText(/has no primary key/)
  })
})

test('a file is compared with the stored records, and its valid rows are imported', async () => {
  const page = await open('/data/db/part')
  await cell('bolt')
  await press(page, 'More')
  await page.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  const dialog = await form('Import into part')
  const lines = ['spring;1;41;2', 'much too long a name;2;;', 'pin;x;;', 'cog;1;;9', 'nail;1;41;', 'screw;1;40;']
  const file = new File([`Name;Stock;Serial;Maker\n${lines.join('\n')}\n`], 'parts.csv')
  await send('PATCH', 'db/_table/part/1', { as: root, body: { serial: 40 } })
  await page.user.upload(dialog.getByLabelText(/Choose a file/), file)
  await page.user.selectOptions(await dialog.findByLabelText('Field for Maker'), 'maker_id')
  await pressReady(page.user, 'Check file')
  await dialog.findByText('1 record would be created, 5 refused.')
  expect(dialog.getAllByRole('group').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      '1 × Stock: This is not a whole number.Line 4x',
      '1 × Maker Id: Not found in maker.Line 59',
      '1 × Serial: Duplicate of line 2.Line 641',
      '1 × Serial: This value is already in use.Line 740',
    ]),
  )
  expect(await stored()).toHaveLength(3)
  await page.user.click(dialog.getByRole('button', { name: 'Import 1 record' }))
  await dialog.findByText('1 record imported, 5 refused.')
  expect((await stored()).map(({ name }) => name)).toEqual(['bolt', 'nut', 'gear', 'spring'])
})
