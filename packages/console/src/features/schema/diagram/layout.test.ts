import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTable } from '../schema-queries.ts'
import { placeTables } from './layout.ts'
import { drawnLines } from './line-layer.tsx'
import { aroundTable, boxHeight, boxWidth, type DiagramDetail, type SchemaGraph, schemaGraph } from './schema-graph.ts'
import { nextTable } from './steps.ts'
import { groupTables } from './table-groups.ts'
import { centredOn, contains, fitted, overlap, seen, zoomed } from './view.ts'

const table = (name: string, related: object[] = [], fields = 3) =>
  readTable({
    name,
    field: Array.from({ length: fields }, (_, index) => ({ name: `f${index}`, type: 'integer' })),
    related,
  })

const placed = ({ tables, links }: SchemaGraph, detail: DiagramDetail = 'fields') =>
  placeTables({ tables: tables.map((one) => ({ id: one.id, height: boxHeight(one, detail) })), relations: links })

test('draws a relation described by both ends as one line, and shows the service of an external table', () => {
  const graph = schemaGraph(
    [
      table('note', [{ type: 'belongs_to', field: 'f1', ref_table: 'contact', ref_field: 'f0', ref_service_id: 5 }]),
      table('contact', [
        { type: 'has_many', field: 'f0', ref_table: 'note', ref_field: 'f1', ref_service_id: 5 },
        { type: 'has_one', field: 'f0', ref_table: 'card', ref_field: 'f0', ref_service_id: 9, is_virtual: true },
      ]),
    ],
    5,
  )
  expect(graph.links.map(({ from, to, virtual, single }) => [from, to, virtual, single])).toEqual([
    ['note', 'contact', false, false],
    ['9#card', 'contact', true, true],
  ])
  expect(graph.tables.find(({ id }) => id === '9#card')).toMatchObject({ name: 'card', serviceId: 9 })
})

const schemas = fc
  .array(fc.record({ fields: fc.integer({ min: 0, max: 40 }), leads: fc.array(fc.nat(60), { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((drafts) =>
    drafts.map(({ fields, leads }, index) =>
      table(
        `t${index}`,
        leads.map((to) => ({ type: 'belongs_to', field: 'f0', ref_table: `t${to % drafts.length}`, ref_field: 'f0' })),
        fields,
      ),
    ),
  )

test('gives every table its own place, whatever the relations', () => {
  fc.assert(
    fc.property(schemas, (tables) => {
      const graph = schemaGraph(tables, 5)
      const { boxes: places, groups } = placed(graph)
      const boxes = [...places.values()]
      expect(boxes).toHaveLength(graph.tables.length)
      for (const [index, box] of boxes.entries())
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false)
      for (const [index, group] of groups.entries())
        for (const other of groups.slice(index + 1)) expect(overlap(group, other)).toBe(false)
      if (groups.length > 0)
        for (const box of boxes) expect(groups.filter((group) => contains(group, box))).toHaveLength(1)
    }),
    { numRuns: 40 },
  )
})

test('starts and ends every line at its tables', () => {
  const graph = schemaGraph(
    [table('a'), table('b', [{ type: 'belongs_to', field: 'f2', ref_table: 'a', ref_field: 'f0' }])],
    5,
  )
  const { boxes } = placed(graph)
  const [line] = drawnLines(graph.links, new Map(graph.tables.map((one) => [one.id, one])), boxes, 'fields')
  const a = boxes.get('a')
  const b = boxes.get('b')
  expect(line?.path).toMatch(new RegExp(`^M${b?.x} .* ${(a?.x ?? 0) + boxWidth} \\d+$`))
})

test('moves with arrow keys to the table in that direction', () => {
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['right', { x: 300, y: 20 }],
    ['below', { x: 10, y: 300 }],
  ])
  expect(nextTable(places, 'a', 'ArrowRight')).toBe('right')
  expect(nextTable(places, 'a', 'ArrowDown')).toBe('below')
  expect(nextTable(places, 'a', 'ArrowLeft')).toBeNull()
})

test('fits the whole diagram into the frame, and centres a table', () => {
  const frame = { width: 800, height: 600 }
  const all = { x: 0, y: 0, width: 9000, height: 3000 }
  expect(contains(seen(fitted(all, frame), frame), all)).toBe(true)
  const box = { x: 4000, y: 1000, width: 220, height: 200 }
  expect(contains(seen(centredOn(box, frame, fitted(all, frame)), frame), box)).toBe(true)
})

test('keeps the point under the pointer in place while zooming', () => {
  const at = { x: 200, y: 100 }
  const view = zoomed({ x: -40, y: 30, zoom: 0.5 }, 1.5, at)
  expect((at.x - view.x) / view.zoom).toBeCloseTo(480)
  expect((at.y - view.y) / view.zoom).toBeCloseTo(140)
})

test('groups connected tables around the busiest, each once, and by schema if names contain one', () => {
  const ids = Array.from({ length: 120 }, (_, at) => `t${at}`)
  const relations = ids.slice(1).map((from, at) => ({ from, to: `t${Math.floor(at / 10) * 10}` }))
  const groups = groupTables([...ids, 'lonely'], relations)
  expect(groups.flatMap((group) => group.ids).toSorted()).toEqual([...ids, 'lonely'].toSorted())
  expect(Math.max(...groups.map((group) => group.ids.length))).toBeLessThan(40)
  expect(groups.length).toBeGreaterThan(5)
  expect(groups.at(-1)).toEqual({ name: '', lone: true, ids: ['lonely'], joined: false })
  const bySchema = groupTables(['a.one', 'a.two', 'b.one'], [{ from: 'a.one', to: 'a.two' }])
  expect(bySchema.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('limits the diagram to a table, the tables it has relations with, and the relations among these', () => {
  const to = (ref_table: string) => ({ type: 'belongs_to', field: 'f1', ref_table, ref_field: 'f0' })
  const graph = schemaGraph([table('a'), table('b', [to('a')]), table('c', [to('b')]), table('d', [to('c')])], 5)
  const near = aroundTable(graph, 'b')
  expect(near.tables.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(near.links.map(({ from }) => from)).toEqual(['b', 'c'])
})
