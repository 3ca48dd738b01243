import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { instanceWithParts } from '../../testing/parts.ts'
import { visit } from '../../testing/render-route.tsx'

const { instance, stored } = instanceWithParts()
const { root } = instance
type Through = NonNullable<Parameters<typeof visit>[2]['through']>
const open = (path: string, through?: Through) => visit(instance, path, { as: root, ...(through && { through }) })
const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
const form = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('a reference in the grid', () => {
  test('is a bare key for people who may not read the other table, which is requested once', async () => {
    let asked = 0
    const closed: Through = (reach) => {
      const refuse = rejectWith({ part: '_table/maker' }, 403, 'No.')(reach)
      return (input, init) => {
        if (String(input).includes('maker?')) asked += 1
        return refuse(input, init)
      }
    }
    await open('/data/db/part?columns=name,maker_id', closed)
    await cell('bolt')
    await waitFor(() => expect(asked).toBe(1))
    await cell('3')
  })

  test('has the name beside it, from one request per page, is found by name and links to its record', async () => {
    const asked: string[] = []
    const page = await open('/data/db/part?columns=name,maker_id', (reach) => (input, init) => {
      if (String(input).includes('_table/maker')) asked.push(String(input))
      return reach(input, init)
    })
    await cell('1 Acme')
    await cell('3 Cogs')
    expect(asked.filter((path) => path.includes('filter'))).toHaveLength(1)
    await page.user.click(screen.getAllByRole('gridcell', { name: 'NULL' }).at(-1) ?? document.body)
    await page.user.keyboard('bol')
    // Popovers are in the top layer, which the simulated browser does not show.
    const suggestion = await screen.findByText('Bolt & Co')
    await waitFor(() => expect(suggestion.getAttribute('aria-selected')).toBe('true'))
    await page.user.keyboard('{Enter}')
    await cell('2 Bolt & Co, changed')
    await page.user.keyboard('{Control>}z{/Control}')
    await page.user.click(screen.getByRole('button', { name: 'Open Cogs' }))
    await form('Cogs')
    expect(page.address()).toBe('/data/db/maker?record=3')
  })
})

test('times that are shown in the zone of the reader are followed by its name, others are not', async () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const described = (type: string) =>
    respondWith({ part: '_schema/moment' }, 200, {
      name: 'moment',
      field: [
        { name: 'id', type: 'id', is_primary_key: true },
        { name: 'at', type },
      ],
    })
  const rows = respondWith({ part: '_table/moment' }, 200, { resource: [{ id: 1, at: '2026-11-28 12:24:42+00' }] })
  await open('/data/db/moment', (reach) => rows(described('timestamptz')(reach)))
  await screen.findByText(`Time zone: ${timeZone}`, { exact: false })
  cleanup()
  await open('/data/db/part')
  await screen.findByText(/^3 records/)
  expect(screen.queryByText(/Time zone/)).toBeNull()
})

test('the menu of a cell, opened by keyboard, excludes its value, copies its row and duplicates it', async () => {
  const page = await open('/data/db/part?columns=name,stock,serial')
  await page.user.click(await cell('5'))
  await page.user.keyboard('{Shift>}{F10}{/Shift}')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy row as JSON' }))
  await screen.findByText('Row copied.')
  expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({ id: 1, name: 'bolt', listed: true })
  await page.user.keyboard('{ContextMenu}')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate row' }))
  await page.user.keyboard('{Control>}s{/Control}')
  await waitFor(async () => expect((await stored())[3]).toMatchObject({ name: 'bolt', stock: 5, serial: null }))
  await page.user.click(await cell('7'))
  await page.user.pointer({ keys: '[MouseRight]', target: await cell('7') })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Exclude this value' }))
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'gear' })).toBeNull())
  await cell('nut')
  expect(page.address()).toContain('filter=stock%3A%21%3D%3A7')
})

test('the search box searches the fields that it names, combined with the filter', async () => {
  const page = await open('/data/db/part?filter=stock:>:4')
  await cell('gear')
  const box = screen.getByRole('searchbox', { name: 'Search records' })
  expect(box.getAttribute('placeholder')).toBe('Search Name, Note')
  await page.user.type(box, 'lon{Enter}')
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'gear' })).toBeNull())
  await cell('bolt')
  expect(page.address()).toContain('search=lon')
  await page.user.type(box, '"){Enter}')
  await page.user.click(await screen.findByRole('button', { name: 'Clear filter' }))
  await cell('nut')
})
