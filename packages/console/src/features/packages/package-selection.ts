import type { ServiceList } from '../../instance/service-list.ts'
import { packageMessages } from './messages.ts'

/** An item that can be exported. */
export interface Item {
  /** Id in the manifest. */
  readonly id: string
  readonly label: string
  readonly detail?: string
}

/** Items of one type of `system`, or of one service. */
export interface Source {
  /** Label of the service type. */
  readonly type: string
  readonly name: string
  readonly kind: 'system' | 'database' | 'file'
  readonly available: boolean
  readonly items: readonly Item[]
}

/** A row of the selected content. */
export interface Chosen {
  readonly source: Source
  readonly all: boolean
  readonly items: readonly Item[]
}

type Fields = Readonly<Record<string, unknown>>

/** Parses the manifest of any server, for the services that exist; unknown parts are ignored. */
export function readManifest(manifest: unknown, { services, types }: ServiceList): Source[] {
  const { system, ...others } = fieldsOf(fieldsOf(manifest).service)
  const typeOf = (name: string) => {
    const type = services.find((each) => each.name.toLowerCase() === name.toLowerCase())?.type
    return types.find((each) => each.name === type)
  }
  const own = Object.entries(fieldsOf(system)).map(
    ([name, items]): Source => ({
      type: types.find((each) => each.name === 'system')?.label || packageMessages.system,
      name,
      kind: 'system',
      available: true,
      items: listOf(items).flatMap(itemOf),
    }),
  )
  const further = Object.entries(others).map(([name, parts]): Source => {
    const { label, group } = typeOf(name) ?? {}
    const { _schema, reachable } = fieldsOf(parts)
    const available = reachable !== false
    if (Array.isArray(parts) || group === 'File') {
      const items = listOf(parts).flatMap(itemOf)
      return { type: label || packageMessages.file, name, kind: 'file', available, items: foldersFirst(items) }
    }
    const items = listOf(_schema).flatMap(itemOf)
    return {
      type: packageMessages.schemaTitle({ type: label || packageMessages.database }),
      name,
      kind: 'database',
      available,
      items,
    }
  })
  return [...own, ...further].filter(({ items, available }) => items.length > 0 || !available)
}

const foldersFirst = (items: readonly Item[]) => [
  ...items.filter(({ id }) => id.endsWith('/')),
  ...items.filter(({ id }) => !id.endsWith('/')),
]

/** Adds items to the selection: each once, and all items of a source in one row. */
export function withItems(
  selection: readonly Chosen[],
  source: Source,
  items: readonly Item[],
  all: boolean,
): Chosen[] {
  const others = selection.filter((row) => !isOf(row, source) || !all)
  if (all) return [...others, { source, all, items }]
  const known = new Set(others.filter((row) => isOf(row, source)).flatMap((row) => row.items.map(({ id }) => id)))
  const fresh = items.filter(({ id }) => !known.has(id))
  return [...others, ...fresh.map((item) => ({ source, all: false, items: [item] }))]
}

export function hasAll(selection: readonly Chosen[], source: Source): boolean {
  return selection.some((row) => row.all && isOf(row, source))
}

/** The `service` of an export: names by type of `system`, tables by database, and paths by file service. */
export function selectionBody(selection: readonly Chosen[], withRecords: boolean): Fields {
  const body: Record<string, Record<string, string[]>> = {}
  const files: Record<string, string[]> = {}
  for (const { source, items } of selection) {
    if (source.kind === 'file') {
      files[source.name] = [...(files[source.name] ?? []), ...items.map(({ id }) => id)]
      continue
    }
    const owner = source.kind === 'system' ? 'system' : source.name
    const lists = source.kind === 'system' ? [source.name] : withRecords ? ['_schema', '_table'] : ['_schema']
    const parts = body[owner] ?? {}
    body[owner] = parts
    for (const list of lists) parts[list] = [...(parts[list] ?? []), ...items.map(({ id }) => id)]
  }
  return { ...body, ...files }
}

/** Returns the items whose label or detail contains the text, ignoring case. */
export function matching(items: readonly Item[], search: string): readonly Item[] {
  const wanted = search.trim().toLowerCase()
  return items.filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted))
}

const isOf = ({ source }: Chosen, { kind, name }: Source) => source.kind === kind && source.name === name

function itemOf(given: unknown): Item[] {
  if (typeof given === 'string' || typeof given === 'number') return [{ id: String(given), label: String(given) }]
  const { email, first_name, last_name } = fieldsOf(given)
  if (typeof email !== 'string') return []
  const detail = [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return [{ id: email, label: email, detail }]
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
