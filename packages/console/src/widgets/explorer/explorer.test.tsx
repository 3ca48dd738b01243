import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send } = instance
const item = (name: string) => screen.findByRole('treeitem', { name })
const pane = async (name: string) =>
  within(await screen.findByRole('navigation', { name: /^Panes of/ })).findByRole('link', { name })
const panes = async (of: string) =>
  within(await screen.findByRole('navigation', { name: `Panes of ${of}` }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

beforeAll(async () => {
  const raw = { name: 'raw_part', alias: 'part', field: [{ name: 'id', type: 'id' }] }
  expect((await send('POST', 'db/_schema', { as: root, body: { resource: [raw] } })).status).toBe(200)
})

test('reports a service that does not respond in its place, and shows the others', async () => {
  const page = await visit(instance, '/data/sample/tag', {
    as: root,
    through: rejectWith({ part: 'db/_schema' }, 503, 'The server is away.'),
  })
  const db = await item('Database')
  db.focus()
  await page.user.keyboard('{ArrowRight}')
  expect(await screen.findByText('The server is away.')).toBeTruthy()
  expect((await item('tag')).getAttribute('aria-selected')).toBe('true')
})

test('shows restricted administrators only the panes of their tabs', async () => {
  const person = { email: 'tables@example.test', password: 'password of tables' }
  const record = { ...person, first_name: 'Tables', is_restricted_admin: true, access_by_tabs: ['schema/data'] }
  expect((await send('POST', 'system/admin', { as: root, body: record })).status).toBe(201)
  const { body } = await send<{ resource: { name: string; api_key: string }[] }>('GET', 'system/app', { as: root })
  const apiKey = body.resource.find(({ name }) => name === 'admin')?.api_key ?? ''
  await visit(instance, '/data/db/part', { as: person, settings: { apiKey } })
  expect(await panes('part')).toEqual(['Rows', 'Structure'])
})

test('leads from a tab back to what was opened last there, and only to what has a pane there', async () => {
  const { user, address } = await visit(instance, '/data', { as: root })
  expect(await screen.findByRole('link', { name: /^Sample Database/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Last opened' })).toBeNull()
  await user.click(await item('Sample Database'))
  await user.click(await item('tag'))
  expect(await screen.findByRole('heading', { level: 1, name: 'tag' })).toBeTruthy()
  await screen.findByRole('navigation', { name: 'Panes of tag' })

  const tab = (name: string) => within(screen.getByRole('navigation', { name: 'Tabs' })).getByRole('link', { name })
  await user.click(tab('Files'))
  expect(await screen.findByRole('link', { name: /^Files files/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Last opened' })).toBeNull()
  await user.click(tab('Schema'))
  const recent = within(await screen.findByRole('region', { name: 'Last opened' }))
  await user.click(recent.getByRole('link', { name: 'tag Sample Database' }))
  await waitFor(() => expect(address()).toBe('/schema/sample/table/tag'))
})

test('begins with the tables that are used most, before anything was opened', async () => {
  const figures = { requests: 5, errors: 0, p95_ms: 1, group_id: null }
  const groups = [
    'sample/_table/product/{id}',
    'files/shop/',
    'gone/_table/a',
    'sample/_table/tag',
    'sample/_table/product',
  ]
  const answer = { resource: [], meta: { groups: groups.map((group) => ({ ...figures, group })) } }
  await visit(instance, '/schema', { as: root, through: respondWith({ part: 'system/usage?' }, 200, answer) })
  const used = within(await screen.findByRole('region', { name: 'Most used' }))
  expect(used.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/schema/sample/table/product',
    '/schema/sample/table/tag',
  ])
})

test('keeps the tree beside the scripts of a table, whose list gives way to the open one, but not beside those of all services', async () => {
  await visit(instance, '/scripts?find=sample._table.tag.', { as: root })
  expect(await item('tag')).toBeTruthy()
  const folded = () => document.querySelector('[data-folded]')
  await screen.findByRole('navigation', { name: 'Events' })
  expect(folded()).toBeNull()
  await visit(instance, '/scripts/sample._table.tag.get.pre_process?find=sample._table.tag.', { as: root })
  expect(await item('tag')).toBeTruthy()
  await waitFor(() => expect(folded()).not.toBeNull())
  await visit(instance, '/scripts/sample._table.tag.get.pre_process', { as: root })
  await screen.findByRole('navigation', { name: 'Events' })
  expect(folded()).toBeNull()
  expect(screen.queryByRole('tree', { name: 'Services' })).toBeNull()
})

test('selects a table in the tree, with its panes and other tables one click away', async () => {
  const { user, address } = await visit(instance, '/data', { as: root })
  await user.click(await item('Sample Database'))
  await waitFor(() => expect(address()).toBe('/data/sample'))
  await user.click(await item('tag'))
  expect(await screen.findByRole('heading', { level: 1, name: 'tag' })).toBeTruthy()
  expect(document.title).toMatch(/^tag · Data/)
  await user.click(await pane('Structure'))
  await screen.findByRole('link', { name: 'Structure', current: 'page' })
  await user.click(await item('product'))
  expect(await screen.findByRole('heading', { level: 1, name: 'product' })).toBeTruthy()
  expect(address()).toBe('/schema/sample/table/product')
  await user.click(await pane('API'))
  expect(await screen.findByRole('link', { name: /^GET .* \/_table\/product$/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^GET .* \/_table\/tag$/ })).toBeNull()
  await user.click(await pane('Scripts'))
  await user.click(await screen.findByRole('link', { name: 'sample._table.product.get.pre_process' }))
  await screen.findByRole('heading', { name: 'sample._table.product.get.pre_process' })
  await user.click(await pane('Rows'))
  await waitFor(() => expect(address()).toBe('/data/sample/product'))
})

test('finds tables of collapsed services, and opens the first with Enter', async () => {
  const { user, address } = await visit(instance, '/schema', { as: root })
  await user.type(await screen.findByLabelText('Search services and tables'), 'sales')
  await item('sales_order')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/schema/sample/table/sales_order'))
})

test('treats a table with an alias as the same under both names', async () => {
  const { user, address } = await visit(instance, '/schema/db/table/raw_part', { as: root })
  await waitFor(async () => expect((await item('raw_part')).getAttribute('aria-selected')).toBe('true'))
  await user.click(await pane('Rows'))
  await waitFor(() => expect(address()).toBe('/data/db/part'))
  await waitFor(async () => expect((await item('raw_part')).getAttribute('aria-selected')).toBe('true'))
  await user.click(await pane('Structure'))
  await waitFor(() => expect(address()).toBe('/schema/db/table/raw_part'))
})

test('shows folders in the same tree', async () => {
  await send('POST', 'files/docs/', { as: root })
  const { user, address } = await visit(instance, '/data/sample/tag', { as: root })
  const files = await item('Files')
  files.focus()
  await user.keyboard('{ArrowRight}')
  await user.click(await item('docs'))
  await waitFor(() => expect(address()).toBe('/file-manager?path=%2Ffiles%2Fdocs%2F'))
  expect(await screen.findByRole('heading', { level: 1, name: 'docs' })).toBeTruthy()
})
