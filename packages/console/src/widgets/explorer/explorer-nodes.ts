import type { FileEntry } from '../../instance/folder-listing.ts'
import { type ListedTable, matchingTables } from '../../instance/service-tables.ts'
import type { ExplorerPlace, ServiceKind } from './explorer-place.ts'
import { t } from './messages.ts'
import { isSpelledOutName } from './split/same-words.ts'
import type { TreeNode } from './tree/tree-rows.ts'

/** A service in the tree. */
export interface ExplorerService {
  readonly name: string
  readonly label: string
  readonly of: ServiceKind
}

export interface ExplorerNode extends TreeNode {
  readonly kind: 'service' | 'others' | 'schema' | 'table' | 'view' | 'routines' | 'routine' | 'folder'
  /** Tooltip with more than the label. */
  readonly title: string
  readonly service: ExplorerService | null
  /** `null` for a node that only groups others. */
  readonly place: ExplorerPlace | null
  /** Database name of a table. */
  readonly inDatabase?: string
  /** Child nodes, if they are known along with it. */
  readonly nodes?: readonly ExplorerNode[]
}

/** The node of services with neither tables nor folders. */
export const othersId = '*'

export const tablesId = (service: string, schema: string): string => `${service}/schema/${schema}`
export const routinesId = (service: string, part: RoutinePart): string => `${service}/${part}`
export const folderId = (service: string, folder: string): string =>
  folder === '' ? service : `${service}/folder/${folder}`

export type RoutinePart = '_proc' | '_func'

/** The node id of a place. */
export function nodeId({ service, kind, name }: ExplorerPlace): string {
  switch (kind) {
    case 'service':
      return service
    case 'table':
      return `${service}/table/${name}`
    case 'procedure':
      return `${service}/_proc/${name}`
    case 'function':
      return `${service}/_func/${name}`
    case 'folder':
      return folderId(service, name)
  }
}

/** Ids of the nodes to expand to make a place visible, from the service down. */
export function wayTo({ service, kind, name }: ExplorerPlace, of: ServiceKind): readonly string[] {
  if (of === 'other') return [othersId]
  switch (kind) {
    case 'table': {
      const schema = schemaOf(name)
      return [service, ...(schema === null ? [] : [tablesId(service, schema)])]
    }
    case 'procedure':
    case 'function':
      return [service, routinesId(service, kind === 'procedure' ? '_proc' : '_func')]
    case 'folder': {
      const names = name.split('/')
      return names.map((_, at) => folderId(service, names.slice(0, at).join('/')))
    }
    default:
      return [service]
  }
}

export function serviceNode(service: ExplorerService): ExplorerNode {
  const { name, label } = service
  return {
    id: name,
    kind: 'service',
    label,
    title: isSpelledOutName(name, label) ? name : `${label} (${name})`,
    service,
    place: { service: name, kind: 'service', name: '' },
    ...(service.of === 'other' && { nodes: [] }),
  }
}

/** The tables and views of a service, with those of other schemas below a node of their schema. */
export function tableNodes(service: ExplorerService, tables: readonly ListedTable[]): readonly ExplorerNode[] {
  const schemas = new Map<string, ListedTable[]>()
  for (const table of tables) {
    const schema = schemaOf(table.name)
    if (schema !== null) schemas.set(schema, [...(schemas.get(schema) ?? []), table])
  }
  return [
    ...tables.filter(({ name }) => schemaOf(name) === null).map((table) => tableNode(service, table, table.name)),
    ...[...schemas].map(
      ([schema, own]): ExplorerNode => ({
        id: tablesId(service.name, schema),
        kind: 'schema',
        label: schema,
        title: t.schema({ schema }),
        service,
        place: null,
        nodes: own.map((table) => tableNode(service, table, table.name.slice(schema.length + 1))),
      }),
    ),
  ]
}

function tableNode(service: ExplorerService, table: ListedTable, label: string): ExplorerNode {
  const { name, recordsName, isView } = table
  const place: ExplorerPlace = { service: service.name, kind: 'table', name: recordsName }
  return {
    id: nodeId(place),
    kind: isView ? 'view' : 'table',
    label,
    title: isSpelledOutName(name, table.label) ? name : `${name}: ${table.label}`,
    service,
    place,
    inDatabase: name,
    nodes: [],
  }
}

/** Names outside the default schema are `schema.table`. */
function schemaOf(table: string): string | null {
  const dot = table.indexOf('.')
  return dot > 0 && dot < table.length - 1 ? table.slice(0, dot) : null
}

export function routinesNode(service: ExplorerService, part: RoutinePart): ExplorerNode {
  const label = part === '_proc' ? t.procedures : t.functions
  return { id: routinesId(service.name, part), kind: 'routines', label, title: label, service, place: null }
}

export function routineNodes(service: ExplorerService, part: RoutinePart, names: readonly string[]) {
  return names.map((name): ExplorerNode => {
    const kind = part === '_proc' ? 'procedure' : 'function'
    const place: ExplorerPlace = { service: service.name, kind, name }
    return { id: nodeId(place), kind: 'routine', label: name, title: name, service, place, nodes: [] }
  })
}

export function folderNodes(service: ExplorerService, folders: readonly FileEntry[]): readonly ExplorerNode[] {
  return folders.map(({ path, name }) => {
    const place: ExplorerPlace = { service: service.name, kind: 'folder', name: path }
    return { id: nodeId(place), kind: 'folder', label: name, title: path, service, place }
  })
}

/** Databases and file services at the top level, and all other services below one node. */
export function rootNodes(services: readonly ExplorerService[]): readonly ExplorerNode[] {
  const others = services.filter(({ of }) => of === 'other')
  const shown = services.filter(({ of }) => of !== 'other').map(serviceNode)
  if (others.length === 0) return shown
  if (shown.length === 0) return others.map(serviceNode)
  const label = t.otherServices
  const group: ExplorerNode = {
    id: othersId,
    kind: 'others',
    label,
    title: label,
    service: null,
    place: null,
    nodes: others.map(serviceNode),
  }
  return [...shown, group]
}

/** The tree of search results: services by name, and the already loaded tables of databases. */
export function foundNodes(
  services: readonly ExplorerService[],
  tablesOf: (service: string) => readonly ListedTable[] | undefined,
  text: string,
): readonly ExplorerNode[] {
  const wanted = text.trim().toLowerCase()
  return services.flatMap((service) => {
    const tables = service.of === 'database' ? matchingTables(tablesOf(service.name) ?? [], text) : []
    const named = `${service.name} ${service.label}`.toLowerCase().includes(wanted)
    if (tables.length === 0 && !named) return []
    return [{ ...serviceNode(service), nodes: tables.map((table) => tableNode(service, table, table.name)) }]
  })
}
