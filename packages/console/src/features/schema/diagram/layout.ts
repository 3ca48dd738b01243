import { Graph, layout } from '@dagrejs/dagre'
import type { GraphLink, GraphTable, SchemaGraph } from './schema-graph.ts'
import type { Box } from './view.ts'

interface Place {
  readonly x: number
  readonly y: number
}

/** Pixels at the size in which everything is drawn as it is. */
export const boxWidth = 220
export const headHeight = 34
export const rowHeight = 22
const gap = 60
/** Fields that are drawn of a table; the others are counted. */
const mostRows = 14

export function shownFields(table: GraphTable) {
  return table.fields.length > mostRows ? table.fields.slice(0, mostRows - 1) : table.fields
}

export function boxHeight(table: GraphTable): number {
  return headHeight + Math.min(Math.max(table.fields.length, 1), mostRows) * rowHeight + 6
}

/** Where a line ends at a table: at the row of its field, at the head where that is not drawn. Pixels from the top. */
export function rowCentre(table: GraphTable, field: string): number {
  const at = shownFields(table).findIndex(({ name }) => name === field.split(',')[0]?.trim())
  return at < 0 ? headHeight / 2 : headHeight + at * rowHeight + rowHeight / 2
}

/**
 * Places all tables: those that hang together in layers from left to right, the groups in rows with the largest first, and
 * those that nothing leads to in a block of their own.
 */
export function placeTables({ tables, links }: SchemaGraph): ReadonlyMap<string, Box> {
  const byId = new Map(tables.map((table) => [table.id, table]))
  const groups = connected(tables, links)
  const blocks = groups
    .filter((ids) => ids.length > 1)
    .map((ids) =>
      layered(
        ids.flatMap((id) => byId.get(id) ?? []),
        links,
      ),
    )
  const alone = groups.filter((ids) => ids.length === 1).flatMap((ids) => byId.get(ids[0] ?? '') ?? [])
  blocks.sort((a, b) => b.width * b.height - a.width * a.height)
  const places = packed(alone.length > 0 ? [...blocks, gridded(alone)] : blocks)
  return new Map(
    tables.map((table) => {
      const { x, y } = places.get(table.id) ?? { x: 0, y: 0 }
      return [table.id, { x, y, width: boxWidth, height: boxHeight(table) }]
    }),
  )
}

interface Block {
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<string, Place>
}

/** Identifiers of tables that lines join, directly or by way of others. */
function connected(tables: readonly GraphTable[], links: readonly GraphLink[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>(tables.map(({ id }) => [id, []]))
  for (const { from, to } of links) {
    next.get(from)?.push(to)
    next.get(to)?.push(from)
  }
  const seen = new Set<string>()
  return tables.flatMap(({ id }) => {
    if (seen.has(id)) return []
    const group = [id]
    seen.add(id)
    for (const one of group)
      for (const other of next.get(one) ?? [])
        if (!seen.has(other)) {
          seen.add(other)
          group.push(other)
        }
    return [group]
  })
}

function layered(tables: readonly GraphTable[], links: readonly GraphLink[]): Block {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 28, ranksep: 110, edgesep: 12, ranker: 'tight-tree' })
  graph.setDefaultEdgeLabel(() => ({}))
  const heights = new Map(tables.map((table) => [table.id, boxHeight(table)]))
  for (const [id, height] of heights) graph.setNode(id, { width: boxWidth, height })
  for (const { from, to } of links) if (from !== to && heights.has(from) && heights.has(to)) graph.setEdge(to, from)
  layout(graph)
  const layers = new Map<number, { table: GraphTable; y: number }[]>()
  const places = new Map<string, Place>()
  let [width, height] = [0, 0]
  for (const table of tables) {
    const { x, y } = graph.node(table.id)
    const own = boxHeight(table)
    const place = { x: x - boxWidth / 2, y: y - own / 2 }
    places.set(table.id, place)
    layers.set(x, [...(layers.get(x) ?? []), { table, y }])
    width = Math.max(width, place.x + boxWidth)
    height = Math.max(height, place.y + own)
  }
  return height > 1200 && height > 1.5 * width ? wrapped(layers) : { width, height, places }
}

/** Layers that are far too high, each in several columns; who stands above whom stays. */
function wrapped(layers: ReadonlyMap<number, readonly { table: GraphTable; y: number }[]>): Block {
  const area = [...layers.values()]
    .flat()
    .reduce((sum, { table }) => sum + (boxHeight(table) + 28) * (boxWidth + gap), 0)
  const highest = Math.sqrt(area / 1.6)
  const places = new Map<string, Place>()
  let [x, height] = [0, 0]
  for (const [, layer] of [...layers].sort(([a], [b]) => a - b)) {
    const total = layer.reduce((sum, { table }) => sum + boxHeight(table) + 28, 0)
    const share = total / Math.ceil(total / highest)
    let y = 0
    for (const { table } of [...layer].sort((a, b) => a.y - b.y)) {
      if (y >= share) {
        x += boxWidth + gap
        y = 0
      }
      places.set(table.id, { x, y })
      y += boxHeight(table) + 28
      height = Math.max(height, y)
    }
    x += boxWidth + gap + 60
  }
  return { width: x - gap - 60, height, places }
}

/** Tables in columns of about the same height. */
function gridded(tables: readonly GraphTable[]): Block {
  const columns = Math.max(1, Math.ceil(Math.sqrt(tables.length * 0.8)))
  const ends = Array.from({ length: columns }, () => 0)
  const places = new Map<string, Place>()
  for (const table of tables) {
    const at = ends.indexOf(Math.min(...ends))
    const y = ends[at] ?? 0
    places.set(table.id, { x: at * (boxWidth + 28), y })
    ends[at] = y + boxHeight(table) + 28
  }
  return { width: columns * (boxWidth + 28), height: Math.max(...ends), places }
}

/** Blocks beside each other as long as the whole stays wider than high by about a window's measure. */
function packed(blocks: readonly Block[]): ReadonlyMap<string, Place> {
  const area = blocks.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0)
  const widest = Math.max(Math.sqrt(area * 1.6), ...blocks.map(({ width }) => width))
  const places = new Map<string, Place>()
  let [x, y, lowest] = [0, 0, 0]
  for (const block of blocks) {
    if (x > 0 && x + block.width > widest) {
      x = 0
      y += lowest + gap
      lowest = 0
    }
    for (const [id, place] of block.places) places.set(id, { x: x + place.x, y: y + place.y })
    x += block.width + gap
    lowest = Math.max(lowest, block.height)
  }
  return places
}
