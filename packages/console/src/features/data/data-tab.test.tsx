import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answering } from '../../testing/answering.ts'
import { type Visit, visit } from '../../testing/render-route.tsx'

const instance = await sharedInstance()
const { root, send } = instance
type Through = NonNullable<Parameters<typeof visit>[2]['through']>
const open = (path: string, through?: Through) => visit(instance, path, { as: root, ...(through && { through }) })
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const press = async ({ user }: Visit, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const form = async (name: string) => within(await screen.findByRole('dialog', { name }))
const stored = async (query = '') =>
  (await send<{ resource: Record<string, unknown>[] }>('GET', `db/_table/part?order=id${query}`, { as: root })).body
    .resource

const id = { name: 'id', type: 'id' }
const tables = [
  {
    name: 'maker',
    label: 'Maker',
    field: [id, { name: 'name', type: 'string', length: 40 }],
  },
  {
    name: 'part',
    label: 'Part',
    field: [
      id,
      { name: 'name', type: 'string', length: 12 },
      { name: 'stock', type: 'integer', allow_null: true },
      { name: 'serial', type: 'bigint', allow_null: true },
      { name: 'listed', type: 'boolean', allow_null: true },
      { name: 'note', type: 'text', allow_null: true },
      { name: 'maker_id', type: 'reference', ref_table: 'maker', ref_field: 'id', allow_null: true },
    ],
  },
  {
    name: 'shop',
    label: 'Shop',
    field: [id, { name: 'name', type: 'string', length: 40 }],
  },
  {
    name: 'offer',
    label: 'Offer',
    field: [
      id,
      { name: 'part_id', type: 'reference', ref_table: 'part', ref_field: 'id', ref_on_delete: 'CASCADE' },
      { name: 'shop_id', type: 'reference', ref_table: 'shop', ref_field: 'id' },
    ],
  },
]

beforeAll(async () => {
  expect((await send('POST', 'db/_schema', { as: root, body: { resource: tables } })).status).toBe(200)
  const makers = ['Acme', 'Bolt & Co', 'Cogs'].map((name) => ({ name }))
  for (const [table, resource] of Object.entries({ maker: makers, shop: [{ name: 'Corner' }] }))
    expect((await send('POST', `db/_table/${table}`, { as: root, body: { resource } })).status).toBe(200)
})

beforeEach(async () => {
  await send('DELETE', 'db/_table/part?force=true', { as: root })
  const parts = [
    { id: 1, name: 'bolt', stock: 5, listed: true, note: 'long', maker_id: 1 },
    { id: 2, name: 'nut', stock: null, listed: null, note: '', maker_id: null },
    { id: 3, name: 'gear', stock: 7, listed: false, note: null, maker_id: 3 },
  ]
  expect((await send('POST', 'db/_table/part', { as: root, body: { resource: parts } })).status).toBe(200)
})

describe('in the grid', () => {
  test('what is no number stays in its cell with the reason, and nothing is saved', async () => {
    const page = await open('/data/db/part')
    await page.user.click(await cell('5'))
    await page.user.keyboard('many{Enter}')
    const wrong = await cell('many, This is not a whole number.')
    expect(wrong.getAttribute('aria-invalid')).toBe('true')
    await page.user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-activedescendant')).toBe(wrong.id))
    expect((await stored())[0]).toMatchObject({ stock: 5 })
  })

  test('what the server refuses stands at its cell, and of several records none is stored', async () => {
    const context = {
      error: [1],
      resource: [{ id: 1 }, { code: 400, message: "Field 'name' is taken.", context: null }],
    }
    const refuse = answering({ part: '_table/part', verb: 'PATCH' }, 400, {
      error: { code: 1000, message: 'Batch.', context },
    })
    const page = await open('/data/db/part', refuse)
    await page.user.click(await cell('bolt'))
    await page.user.keyboard('screw{Enter}washer{Enter}{Control>}s{/Control}')
    await cell("washer, Field 'name' is taken.")
    await cell('screw, changed')
    await screen.findByRole('button', { name: 'Save 2' })
  })

  test('what somebody else changed meanwhile is told, and overwritten only by saving again', async () => {
    const page = await open('/data/db/part')
    await page.user.click(await cell('bolt'))
    await page.user.keyboard('screw')
    await send('PATCH', 'db/_table/part/1', { as: root, body: { name: 'rivet', stock: 6 } })
    // Out of the open cell.
    await page.user.keyboard('{Control>}s{/Control}')
    await cell('screw, Somebody else changed this to “rivet”. Save again to keep yours.')
    expect((await stored())[0]).toMatchObject({ name: 'rivet', stock: 6 })
    await page.user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect((await stored())[0]).toMatchObject({ name: 'screw', stock: 6 }))
  })

  test('keys move, edit, empty, toggle, undo and redo, and all of it is saved at once', async () => {
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

  test('an open cell keeps what was typed when another one is pressed', async () => {
    const page = await open('/data/db/part')
    await page.user.dblClick(await cell('bolt'))
    await page.user.keyboard('{Control>}a{/Control}screw')
    await page.user.click(await cell('gear'))
    await cell('screw, changed')
  })

  test('NULL and an empty text are two things', async () => {
    await open('/data/db/part?columns=id,note')
    await cell('long')
    const notes = screen.getAllByRole('gridcell').map(({ textContent }) => textContent)
    expect(notes).toEqual(['1', 'long', '2', '', '3', 'NULL'])
  })

  test('another filter asks before unsaved records are lost', async () => {
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

test('the address says what is asked for, and chips take it away again', async () => {
  const page = await open('/data/db/part?filter=stock:>:4&order=-stock')
  await cell('gear')
  const names = () =>
    screen.getAllByRole('gridcell', { name: /^(bolt|nut|gear)$/ }).map(({ textContent }) => textContent)
  expect(names()).toEqual(['gear', 'bolt'])
  await screen.findByText(/^2 records/)
  await press(page, 'Remove Stock > 4')
  await waitFor(() => expect(names()).toEqual(['gear', 'bolt', 'nut']))
})

describe('in the form', () => {
  test('what is typed and not saved goes back into the grid', async () => {
    const page = await open('/data/db/part?record=2')
    const fields = await form('Edit Part')
    await page.user.type(fields.getByLabelText('Stock'), '4x')
    fields.getByText('This is not a whole number.')
    await page.user.click(fields.getByRole('button', { name: 'Cancel' }))
    await cell('4x, This is not a whole number.')
    await screen.findByRole('button', { name: 'Save 1' })
  })

  test('a reference is looked up in the other table', async () => {
    const page = await open('/data/db/part?record=2')
    await page.user.click(await (await form('Edit Part')).findByRole('button', { name: 'Look up Maker Id' }))
    const lookup = await form('Look up Maker Id')
    await page.user.type(await lookup.findByLabelText('Search'), 'bolt')
    await waitFor(() => expect(lookup.getAllByRole('button', { name: 'Choose' })).toHaveLength(1))
    await page.user.click(lookup.getByRole('button', { name: 'Choose' }))
    await page.user.click((await form('Edit Part')).getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect((await stored())[1]).toMatchObject({ maker_id: 2 }))
  })

  test('a new record takes what was typed and nothing else', async () => {
    const page = await open('/data/db/part?record=new')
    const name = (await form('Create Part')).getByLabelText(/^Name/)
    await waitFor(() => expect(document.activeElement).toBe(name))
    await page.user.keyboard('spring{Control>}s{/Control}')
    await waitFor(async () =>
      expect((await stored()).at(-1)).toMatchObject({ name: 'spring', stock: null, note: null }),
    )
    await cell('spring')
  })

  test('what is typed is asked about when an address leaves it', async () => {
    const page = await open('/data/db/part')
    await press(page, 'Create')
    await page.user.type((await form('Create Part')).getByLabelText(/^Name/), 'spring')
    void page.router.navigate({ to: '/data/db/part' })
    await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await (await form('Create Part')).findByDisplayValue('spring')
  })
})

describe('records that belong to a record', () => {
  const related = async (page: Visit, relation: string) => {
    await page.user.click(await screen.findByRole('tab', { name: 'Related' }))
    await page.user.selectOptions(await screen.findByLabelText('Related Child Table', { selector: 'select' }), relation)
    return within(screen.getByRole('region', { name: 'Related Child Table' }))
  }

  test('are changed, created with its key, and deleted over its form', async () => {
    const page = await open('/data/db/maker?record=3')
    const parts = await related(page, 'part_by_maker_id')
    await page.user.click(await parts.findByRole('gridcell', { name: 'gear' }))
    await page.user.keyboard('wheel{Enter}{Control>}s{/Control}')
    await waitFor(async () => expect((await stored())[2]).toMatchObject({ name: 'wheel', maker_id: 3 }))

    await page.user.click(parts.getByRole('button', { name: 'Create Part' }))
    const created = await form('Create Part')
    expect(created.getByLabelText('Maker Id')).toHaveProperty('readOnly', true)
    await page.user.type(created.getByLabelText(/^Name/), 'axle{Control>}s{/Control}')
    await waitFor(async () => expect((await stored()).at(-1)).toMatchObject({ name: 'axle', maker_id: 3 }))

    await parts.findByRole('gridcell', { name: 'axle' })
    await page.user.click(parts.getByRole('checkbox', { name: 'Select row 2' }))
    await page.user.click(parts.getByRole('button', { name: 'Delete 1' }))
    await page.user.click(await screen.findByRole('button', { name: 'Delete record' }))
    await waitFor(async () => expect((await stored()).map(({ name }) => name)).toEqual(['bolt', 'nut', 'wheel']))
  })

  test('are asked about before they are left unsaved', async () => {
    const page = await open('/data/db/maker?record=3')
    const parts = await related(page, 'part_by_maker_id')
    await page.user.click(await parts.findByRole('gridcell', { name: 'gear' }))
    await page.user.keyboard('wheel{Enter}')
    await page.user.click(screen.getByRole('tab', { name: 'Fields' }))
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
    await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await page.user.click(screen.getByRole('tab', { name: 'Related' }))
    await parts.findByRole('gridcell', { name: 'wheel, changed' })
    await page.user.click(parts.getByRole('button', { name: 'Open in table' }))
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(page.address()).toContain('/data/db/part?filter=maker_id'))
  })

  test('through another table are linked and unlinked, and stay themselves', async () => {
    const page = await open('/data/db/part?record=1')
    const shops = await related(page, 'shop_by_offer')
    await page.user.click(await shops.findByRole('button', { name: 'Link Shop…' }))
    await page.user.click(await (await form('Link Shop')).findByRole('button', { name: 'Choose' }))
    await shops.findByRole('gridcell', { name: 'Corner' })
    const offers = async () =>
      (await send<{ resource: object[] }>('GET', 'db/_table/offer', { as: root })).body.resource
    expect(await offers()).toMatchObject([{ part_id: 1, shop_id: 1 }])

    await page.user.click(await shops.findByRole('checkbox', { name: 'Select row 1' }))
    await page.user.click(shops.getByRole('button', { name: 'Unlink 1' }))
    await page.user.click(await screen.findByRole('button', { name: 'Unlink record' }))
    await waitFor(async () => expect(await offers()).toEqual([]))
    expect((await send('GET', 'db/_table/shop/1', { as: root })).status).toBe(200)
  })
})

describe('a server that tells less', () => {
  test('without a description, columns come from the records, and nothing can be changed', async () => {
    const rows = { resource: [{ code: 'a', size: 1.5 }] }
    await open('/data/db/bare', (reach) =>
      answering({ part: '_schema/bare' }, 404, { error: { code: 404, message: 'Unknown.' } })(
        answering({ part: '_table/bare' }, 200, rows)(reach),
      ),
    )
    expect((await cell('1.5')).getAttribute('aria-readonly')).toBe('true')
    await screen.findByText(/has no primary key/)
  })
})

test('a file is looked through, and its good rows are imported', async () => {
  const page = await open('/data/db/part')
  await cell('bolt')
  await press(page, 'More')
  await page.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  const dialog = await form('Import into Parts')
  const file = new File(['Name;Stock\nspring;1\nmuch too long a name;2\npin;x\n'], 'parts.csv')
  await page.user.upload(dialog.getByLabelText('File'), file)
  await dialog.findByLabelText('Field for Name')
  await page.user.click(dialog.getByRole('button', { name: 'Check file' }))
  await dialog.findByText('2 records cannot be imported.')
  await dialog.findByText('Stock: This is not a whole number.')
  await page.user.click(dialog.getByRole('button', { name: 'Import' }))
  await dialog.findByText('1 record imported, 2 refused.')
  expect((await stored()).map(({ name }) => name)).toEqual(['bolt', 'nut', 'gear', 'spring'])
})
