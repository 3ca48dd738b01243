import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react'
import { boxHeight, boxWidth, type Place, rowCentre } from './layout.ts'
import type { GraphLink, GraphTable, SchemaGraph } from './schema-graph.ts'

export type TableNodeData = { readonly table: GraphTable; readonly serviceName: string | null }
export type TableNode = Node<TableNodeData, 'table'>

/** The graph as the canvas draws it. Sizes and ends of lines are told, so that nothing has to be drawn to be measured. */
export function flowNodes(
  graph: SchemaGraph,
  places: ReadonlyMap<string, Place>,
  serviceName: (id: number) => string,
): TableNode[] {
  const ends = new Map<string, Set<string>>()
  for (const { from, fromField, to, toField } of graph.links) {
    for (const [id, field] of [
      [from, fromField],
      [to, toField],
    ] as const)
      ends.set(id, (ends.get(id) ?? new Set()).add(field))
  }
  return graph.tables.map((table) => ({
    id: table.id,
    type: 'table',
    position: { ...(places.get(table.id) ?? { x: 0, y: 0 }) },
    width: boxWidth,
    height: boxHeight(table),
    data: { table, serviceName: table.serviceId === null ? null : serviceName(table.serviceId) },
    handles: [...(ends.get(table.id) ?? [])].flatMap((field) => handles(table, field)),
    ariaRole: 'link',
    domAttributes: { 'aria-roledescription': undefined },
  }))
}

function handles(table: GraphTable, field: string): NodeHandle[] {
  const y = rowCentre(table, field)
  return (['source', 'target'] as const).flatMap((type) => [
    { id: `${field}:l`, type, position: Position.Left, x: 0, y, width: 1, height: 1 },
    { id: `${field}:r`, type, position: Position.Right, x: boxWidth, y, width: 1, height: 1 },
  ])
}

/** Lines leave on the side where the other table is. */
export function flowEdges(links: readonly GraphLink[], places: ReadonlyMap<string, Place>): Edge[] {
  return links.map(({ id, from, fromField, to, toField, single, virtual }) => {
    const [a, b] = [places.get(from)?.x ?? 0, places.get(to)?.x ?? 0]
    const sides = b > a + boxWidth ? ['r', 'l'] : b + boxWidth < a ? ['l', 'r'] : ['r', 'r']
    return {
      id,
      source: from,
      sourceHandle: `${fromField}:${sides[0]}`,
      target: to,
      targetHandle: `${toField}:${sides[1]}`,
      markerStart: single ? 'end-one' : 'end-many',
      markerEnd: 'end-one',
      ...(virtual && { className: 'virtual' }),
      focusable: false,
      selectable: false,
    }
  })
}
