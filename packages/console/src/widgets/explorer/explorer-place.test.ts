import { describe, expect, test } from 'vitest'
import { type ExplorerPlace, panesOf, placeOfRule, readAddress, type ServiceKind } from './explorer-place.ts'

const everyTab = ['/data', '/schema', '/file-manager', '/roles', '/apidocs', '/scripts'].map((path) => ({ path }))
const table: ExplorerPlace = { service: 'db', kind: 'table', name: 'a b/c' }

/** A URL as the router parses it. */
function taken({ to, search }: { readonly to: string; readonly search: Readonly<Record<string, string>> }) {
  const [, , id, entry, name] = to.split('/').map(decodeURIComponent)
  const params = { ...(id && { id }), ...(entry && { entry }), ...(name && { table: name }) }
  return { pathname: to, params, search }
}

describe('the panes of a place', () => {
  test.each<[ExplorerPlace, ServiceKind, string]>([
    [table, 'database', 'Rows Structure Access API Scripts'],
    [{ service: 'db', kind: 'service', name: '' }, 'database', 'Tables Schema Access API Scripts'],
    [{ service: 'db', kind: 'procedure', name: 'p' }, 'database', 'Access API Scripts'],
    [{ service: 'files', kind: 'folder', name: 'a/b' }, 'files', 'Files Access API'],
    [{ service: 'mail', kind: 'service', name: '' }, 'other', 'Access API Scripts'],
  ])('exist for %o as supported, each with a URL that resolves to it', (place, of, labels) => {
    const panes = panesOf(place, of, everyTab)
    expect(panes.map(({ label }) => label).join(' ')).toBe(labels)
    for (const { pane, address } of panes)
      if (pane !== 'scripts' || place.kind !== 'service')
        expect(readAddress(taken(address)), pane).toEqual({ pane, place })
  })

  test('are omitted if the user cannot see their tab', () => {
    const seen = everyTab.filter(({ path }) => path === '/schema' || path === '/scripts')
    expect(panesOf(table, 'database', seen).map(({ pane }) => pane)).toEqual(['structure', 'scripts'])
  })

  test('use the database name of a table with an alias', () => {
    const [, structure] = panesOf(table, 'database', everyTab, 'raw')
    expect(structure?.address.to).toBe('/schema/db/table/raw')
  })
})

test.each([
  ['db._table.contact.get.pre_process', 'contact'],
  ['db._table.contact.{id}.patch', 'contact'],
  ['db._table.sales.order.post', 'sales.order'],
  ['db._table.contact', 'contact'],
  ['db._table.{table_name}.get', null],
  ['system.admin.get', null],
  ['tag post.pre', null],
])('the script %s belongs to %s', (id, name) => {
  const place = readAddress({ pathname: `/scripts/${id}`, params: { id }, search: {} })?.place
  expect(place ?? null).toEqual(name === null ? null : { service: 'db', kind: 'table', name })
})

test('ignores pages outside the explorer', () => {
  expect(readAddress({ pathname: '/roles/3', params: { id: '3' }, search: {} })).toBeNull()
})

test.each<[string, ExplorerPlace | null]>([
  ['', { service: 'db', kind: 'service', name: '' }],
  ['*', { service: 'db', kind: 'service', name: '' }],
  ['_table/*', { service: 'db', kind: 'service', name: '' }],
  ['_table/{table_name}', { service: 'db', kind: 'service', name: '' }],
  ['_table/contact', { service: 'db', kind: 'table', name: 'contact' }],
  ['_table/contact/*', { service: 'db', kind: 'table', name: 'contact' }],
  ['_table/contact/7', { service: 'db', kind: 'table', name: 'contact' }],
  ['_proc/tidy/', { service: 'db', kind: 'procedure', name: 'tidy' }],
  ['pictures/old/*', { service: 'db', kind: 'folder', name: 'pictures/old' }],
])('finds the place of a rule for “%s”', (component, place) => {
  expect(placeOfRule('db', component)).toEqual(place)
  expect(placeOfRule(null, component)).toBeNull()
})
