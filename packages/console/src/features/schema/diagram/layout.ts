import { Graph, layout } from '@dagrejs/dagre'
import { boxWidth } from './schema-graph.ts'
import { type GroupTitle, groupTables, type Relation } from './table-groups.ts'
import type { Box } from './view.ts'

interface Place {
  readonly x: number
  readonly y: number
}

/** Space between tables, and inside the frame of a group; its title is above. */
const gap = 60
const padding = 28

/** A table to place, with its drawn height. */
export interface Placeable {
  readonly id: string
  readonly height: number
}

export interface LayoutTask {
  readonly tables: readonly Placeable[]
  readonly relations: readonly Relation[]
}

/** The frame around a group of tables. */
export interface GroupBox extends Box, GroupTitle {
  readonly count: number
}

export interface Layout {
  readonly boxes: ReadonlyMap<string, Box>
  /** Empty if all tables form one group. */
  readonly groups: readonly GroupBox[]
}

/** Places all tables: those of a group in layers from left to right, the groups in rows, largest first. */
export function placeTables({ tables, relations }: LayoutTask): Layout {
  const byId = new Map(tables.map((table) => [table.id, table]))
  const groups = groupTables(
    tables.map(({ id }) => id),
    relations,
  ).map(({ name, lone, ids, joined }) => {
    const own = ids.flatMap((id) => byId.get(id) ?? [])
    return { name, lone, joined, count: own.length, block: joined ? layered(own, relations) : gridded(own) }
  })
  const framed = groups.length > 1
  const area = ({ block }: { readonly block: Block }) => block.width * block.height
  groups.sort((a, b) => Number(b.joined) - Number(a.joined) || area(b) - area(a))
  const [left, top] = framed ? [padding, titleHeight(groups.reduce((sum, group) => sum + area(group), 0))] : [0, 0]
  const outer = groups.map(({ block }) => ({ width: block.width + 2 * left, height: block.height + top + left }))
  const corners = packed(outer)
  const boxes = new Map<string, Box>()
  for (const [at, { block }] of groups.entries()) {
    const { x, y } = corners[at] ?? { x: 0, y: 0 }
    for (const [id, place] of block.places)
      boxes.set(id, {
        x: x + left + place.x,
        y: y + top + place.y,
        width: boxWidth,
        height: byId.get(id)?.height ?? 0,
      })
  }
  return {
    boxes,
    groups: framed
      ? groups.map(({ name, lone, count }, at) => ({
          name,
          lone,
          count,
          ...(corners[at] ?? origin),
          ...(outer[at] ?? nothing),
        }))
      : [],
  }
}

/** Titles have a constant size on the screen, so a larger diagram, which is zoomed out further, needs more room for them. */
function titleHeight(area: number): number {
  return Math.max(48, Math.sqrt(area * 1.6) / 40)
}

const origin: Place = { x: 0, y: 0 }
const nothing = { width: 0, height: 0 }

interface Block {
  readonly width: number
  readonly height: number
  readonly places: ReadonlyMap<string, Place>
}

function layered(tables: readonly Placeable[], links: readonly Relation[]): Block {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 28, ranksep: 110, edgesep: 12, ranker: 'tight-tree' })
  graph.setDefaultEdgeLabel(() => ({}))
  const heights = new Map(tables.map((table) => [table.id, table.height]))
  for (const [id, height] of heights) graph.setNode(id, { width: boxWidth, height })
  for (const { from, to } of links) if (from !== to && heights.has(from) && heights.has(to)) graph.setEdge(to, from)
  layout(graph)
  const layers = new Map<number, { table: Placeable; y: number }[]>()
  const places = new Map<string, Place>()
  let [width, height] = [0, 0]
  for (const table of tables) {
    const { x, y } = graph.node(table.id)
    const own = table.height
    const place = { x: x - boxWidth / 2, y: y - own / 2 }
    places.set(table.id, place)
    layers.set(x, [...(layers.get(x) ?? []), { table, y }])
    width = Math.max(width, place.x + boxWidth)
    height = Math.max(height, place.y + own)
  }
  return height > 1200 && height > 1.5 * width ? wrapped(layers) : { width, height, places }
}

/** Splits layers that are too high into several columns, preserving the vertical order. */
function wrapped(layers: ReadonlyMap<number, readonly { table: Placeable; y: number }[]>): Block {
  const area = [...layers.values()].flat().reduce((sum, { table }) => sum + (table.height + 28) * (boxWidth + gap), 0)
  const highest = Math.sqrt(area / 1.6)
  const places = new Map<string, Place>()
  let [x, height] = [0, 0]
  for (const [, layer] of [...layers].sort(([a], [b]) => a - b)) {
    const total = layer.reduce((sum, { table }) => sum + table.height + 28, 0)
    const share = total / Math.ceil(total / highest)
    let y = 0
    for (const { table } of [...layer].sort((a, b) => a.y - b.y)) {
      if (y >= share) {
        x += boxWidth + gap
        y = 0
      }
      places.set(table.id, { x, y })
      y += table.height + 28
      height = Math.max(height, y)
    }
    x += boxWidth + gap + 60
  }
  return { width: x - gap - 60, height, places }
}

/** Arranges tables in columns of about the same height. */
function gridded(tables: readonly Placeable[]): Block {
  const columns = Math.max(1, Math.ceil(Math.sqrt(tables.length * 0.8)))
  const ends = Array.from({ length: columns }, () => 0)
  const places = new Map<string, Place>()
  for (const table of tables) {
    const at = ends.indexOf(Math.min(...ends))
    const y = ends[at] ?? 0
    places.set(table.id, { x: at * (boxWidth + 28), y })
    ends[at] = y + table.height + 28
  }
  return { width: columns * (boxWidth + 28), height: Math.max(...ends), places }
}

interface Measured {
  readonly width: number
  readonly height: number
}

/** Candidate widths, as multiples of the side of a square with the same area. */
const widths = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.4]
/** Aspect ratio of a typical window. */
const proportion = 1.4

/** Corners of blocks in rows, at the candidate width that best fits a window. */
function packed(blocks: readonly Measured[]): readonly Place[] {
  const side = Math.sqrt(blocks.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0))
  const least = Math.max(...blocks.map(({ width }) => width))
  const [best] = widths
    .map((share) => inRows(blocks, Math.max(side * share, least)))
    .sort((a, b) => Math.max(a.width / proportion, a.height) - Math.max(b.width / proportion, b.height))
  return best?.corners ?? []
}

function inRows(blocks: readonly Measured[], widest: number): Measured & { readonly corners: readonly Place[] } {
  let [x, y, lowest, right] = [0, 0, 0, 0]
  const corners = blocks.map((block) => {
    if (x > 0 && x + block.width > widest) {
      x = 0
      y += lowest + gap
      lowest = 0
    }
    const corner = { x, y }
    right = Math.max(right, x + block.width)
    x += block.width + gap
    lowest = Math.max(lowest, block.height)
    return corner
  })
  return { corners, width: right, height: y + lowest }
}
