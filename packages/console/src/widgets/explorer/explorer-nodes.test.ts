import { expect, test } from 'vitest'
import type { ListedTable } from '../../instance/service-tables.ts'
import { type ExplorerService, foundNodes, nodeId, rootNodes, tableNodes, wayTo } from './explorer-nodes.ts'

const db: ExplorerService = { name: 'db', label: 'Shop', of: 'database' }
const services: readonly ExplorerService[] = [
  db,
  { name: 'files', label: 'Files', of: 'files' },
  { name: 'mail', label: 'Mail', of: 'other' },
]
const table = (name: string, recordsName = name): ListedTable => ({
  name,
  label: name,
  recordsName,
  isView: false,
  description: '',
})

test('groups services without tables and folders below the others', () => {
  expect(rootNodes(services).map(({ label }) => label)).toEqual(['Shop', 'Files', 'Other services'])
  expect(rootNodes(services.slice(2)).map(({ label }) => label)).toEqual(['Mail'])
})

test('nests tables of other schemas below these, and includes each item in its own path', () => {
  const nodes = tableNodes(db, [table('contact'), table('sales.order'), table('sales.item'), table('.odd')])
  expect(nodes.map(({ label, nodes: below }) => [label, below?.map((node) => node.label)])).toEqual([
    ['contact', []],
    ['.odd', []],
    ['sales', ['order', 'item']],
  ])
  const place = { service: 'db', kind: 'table', name: 'sales.order' } as const
  const ids = nodes.flatMap((node) => [node.id, ...(node.nodes ?? []).map(({ id }) => id)])
  expect(ids).toContain(nodeId(place))
  for (const id of wayTo(place, 'database')) expect(['db', ...ids]).toContain(id)
})

test('places a table with an alias at its alias, and finds it by its database name', () => {
  const [node] = tableNodes(db, [table('raw_contact', 'contact')])
  expect(node).toMatchObject({ label: 'raw_contact', inDatabase: 'raw_contact', place: { name: 'contact' } })
})

test('finds services and tables, those starting with the text first', () => {
  const tables = [table('my_order'), table('order'), table('tag')]
  const found = foundNodes(services, () => tables, 'ORD')
  expect(found.map(({ label, nodes }) => [label, nodes?.map((node) => node.label)])).toEqual([
    ['Shop', ['order', 'my_order']],
  ])
  expect(foundNodes(services, () => undefined, 'mai').map(({ label }) => label)).toEqual(['Mail'])
})

test('nests a folder below its parents', () => {
  const place = { service: 'files', kind: 'folder', name: 'a/b' } as const
  expect(wayTo(place, 'files')).toEqual(['files', 'files/folder/a'])
  expect(nodeId(place)).toBe('files/folder/a/b')
})
