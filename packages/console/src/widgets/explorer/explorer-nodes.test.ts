import { expect, test } from 'vitest'
import type { ListedTable } from '../../instance/service-tables.ts'
import { type ExplorerService, foundNodes, nodeId, rootNodes, tableNodes, wayTo } from './explorer-nodes.ts'

const db: ExplorerService = { name: 'db', label: 'Shop', of: 'database' }
const services: readonly ExplorerService[] = [
  db,
  { name: 'files', label: 'Files', of: 'files' },
  { name: 'mail', label: 'Mail', of: 'other' },
]
const table = (name: string, recordsName = name): ListedTable => ({ name, label: name, recordsName, isView: false })

test('services without tables and folders are together below the others', () => {
  expect(rootNodes(services).map(({ label }) => label)).toEqual(['Shop', 'Files', 'Other services'])
  expect(rootNodes(services.slice(2)).map(({ label }) => label)).toEqual(['Mail'])
})

test('tables of other schemas are below these, and everything is on the way to itself', () => {
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

test('a table with an alias is at its alias, and known by its name in the database', () => {
  const [node] = tableNodes(db, [table('raw_contact', 'contact')])
  expect(node).toMatchObject({ label: 'raw_contact', inDatabase: 'raw_contact', place: { name: 'contact' } })
})

test('a search finds services and tables, those that begin so first', () => {
  const tables = [table('my_order'), table('order'), table('tag')]
  const found = foundNodes(services, () => tables, 'ORD')
  expect(found.map(({ label, nodes }) => [label, nodes?.map((node) => node.label)])).toEqual([
    ['Shop', ['order', 'my_order']],
  ])
  expect(foundNodes(services, () => undefined, 'mai').map(({ label }) => label)).toEqual(['Mail'])
})

test('a folder is below those that hold it', () => {
  const place = { service: 'files', kind: 'folder', name: 'a/b' } as const
  expect(wayTo(place, 'files')).toEqual(['files', 'files/folder/a'])
  expect(nodeId(place)).toBe('files/folder/a/b')
})
