import type { FieldSchema, RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'

/** A table of the diagram. */
export interface GraphTable {
  /** The table name, prefixed with the service for a table of another service. */
  readonly id: string
  readonly name: string
  /** `null` for the service that is drawn. */
  readonly serviceId: number | null
  readonly isView: boolean
  /** Keys and references first, since lines end at them. */
  readonly fields: readonly GraphField[]
}

interface GraphField {
  readonly name: string
  readonly type: string
  readonly mark: 'key' | 'foreign' | null
}

/** A line from the referencing table to the referenced one. */
export interface GraphLink {
  readonly id: string
  readonly from: string
  readonly fromField: string
  readonly to: string
  readonly toField: string
  /** Whether at most one row refers to it. */
  readonly single: boolean
  /** Declared by an administrator, not by a constraint. */
  readonly virtual: boolean
}

export interface SchemaGraph {
  readonly tables: readonly GraphTable[]
  readonly links: readonly GraphLink[]
}

/** Builds the tables and lines of the diagram. Both ends describe a relation; it is drawn once. */
export function schemaGraph(described: readonly TableSchema[], ownService: number): SchemaGraph {
  const tables = new Map(described.map((table) => [table.name, graphTable(table)]))
  const links = new Map<string, GraphLink>()
  for (const table of described) {
    for (const link of table.related.flatMap((relation) => linksOf(table.name, relation, ownService))) {
      const known = links.get(link.id)
      links.set(
        link.id,
        known ? { ...link, single: known.single || link.single, virtual: known.virtual && link.virtual } : link,
      )
      for (const id of [link.from, link.to]) if (!tables.has(id)) tables.set(id, elsewhere(id))
    }
  }
  return { tables: [...tables.values()], links: [...links.values()] }
}

/** The part of a graph around one table: the table, those related to it, and the lines among them. */
export function aroundTable({ tables, links }: SchemaGraph, id: string): SchemaGraph {
  const near = new Set(links.filter(({ from, to }) => from === id || to === id).flatMap(({ from, to }) => [from, to]))
  near.add(id)
  return {
    tables: tables.filter((table) => near.has(table.id)),
    links: links.filter(({ from, to }) => near.has(from) && near.has(to)),
  }
}

/** Names of the tables that each table refers to, by id. */
export function targetsOf({ tables, links }: SchemaGraph): ReadonlyMap<string, readonly string[]> {
  const names = new Map(tables.map(({ id, name }) => [id, name]))
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of links) {
    const known = targets.get(from) ?? new Set()
    targets.set(from, known.add(names.get(to) ?? to))
  }
  return new Map([...targets].map(([id, all]) => [id, [...all]]))
}

function linksOf(table: string, relation: RelationSchema, own: number): readonly GraphLink[] {
  const other = nodeId(relation.ref_table, relation.ref_service_id, own)
  const { field, ref_field, type, is_virtual: virtual } = relation
  switch (type) {
    case 'belongs_to':
      return [link(table, field, other, ref_field, false, virtual)]
    case 'has_one':
      return [link(other, ref_field, table, field, true, virtual)]
    case 'has_many':
      return [link(other, ref_field, table, field, false, virtual)]
    case 'many_many': {
      const { junction_table, junction_service_id, junction_field, junction_ref_field } = relation
      if (!junction_table) return []
      const junction = nodeId(junction_table, junction_service_id, own)
      return [
        link(junction, junction_field ?? '', table, field, false, virtual),
        link(junction, junction_ref_field ?? '', other, ref_field, false, virtual),
      ]
    }
  }
}

function link(
  from: string,
  fromField: string,
  to: string,
  toField: string,
  single: boolean,
  virtual: boolean,
): GraphLink {
  const id = JSON.stringify([from, fromField, to, toField])
  return { id, from, fromField, to, toField, single, virtual }
}

function nodeId(table: string, service: number | null, own: number): string {
  return service === null || service === own ? table : `${service}#${table}`
}

/** A table without a description: one of another service, or one that the caller may not see. */
function elsewhere(id: string): GraphTable {
  const [, service, name] = /^(\d+)#(.+)$/.exec(id) ?? []
  return {
    id,
    name: name ?? id,
    serviceId: service === undefined ? null : Number(service),
    isView: false,
    fields: [],
  }
}

function graphTable({ name, is_view, field }: TableSchema): GraphTable {
  const marked = field.map(
    (one): GraphField => ({ name: one.name, type: one.type || one.db_type || '', mark: markOf(one) }),
  )
  const order = { key: 0, foreign: 1, none: 2 }
  return {
    id: name,
    name,
    serviceId: null,
    isView: is_view,
    fields: marked.sort((a, b) => order[a.mark ?? 'none'] - order[b.mark ?? 'none']),
  }
}

function markOf({ is_primary_key, is_foreign_key }: FieldSchema): GraphField['mark'] {
  return is_primary_key ? 'key' : is_foreign_key ? 'foreign' : null
}

/** Pixels at zoom 1. */
export const boxWidth = 220
const headHeight = 34
const rowHeight = 22
/** Maximum number of fields drawn per table; the rest are counted. */
const maxRows = 14

/** Whether tables are drawn with their fields or with names only. */
export type DiagramDetail = 'fields' | 'names'

export function shownFields(table: GraphTable) {
  return table.fields.length > maxRows ? table.fields.slice(0, maxRows - 1) : table.fields
}

export function boxHeight(table: GraphTable, detail: DiagramDetail): number {
  return headHeight + (detail === 'names' ? 6 : Math.min(Math.max(table.fields.length, 1), maxRows) * rowHeight + 6)
}

/** Vertical position of a line's end at a table, in pixels from the top: the row of its field, or the header if that row is not drawn. */
export function rowCentre(table: GraphTable, field: string, detail: DiagramDetail): number {
  const at = detail === 'names' ? -1 : shownFields(table).findIndex(({ name }) => name === field.split(',')[0]?.trim())
  return at < 0 ? headHeight / 2 : headHeight + at * rowHeight + rowHeight / 2
}
