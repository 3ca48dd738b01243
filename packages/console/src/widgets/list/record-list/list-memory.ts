import { type ListSearch, readListSearch } from '../../records/list-declaration/list-search.ts'

/** A list's settings in this browser, stored by instance and collection. */
export interface ListMemory {
  readonly columns?: readonly string[]
  readonly widths?: Readonly<Record<string, number>>
  readonly pageSize?: number
  readonly views: readonly SavedView[]
}

export interface SavedView {
  readonly name: string
  readonly search: ListSearch
}

export type KeyValue = Pick<Storage, 'getItem' | 'setItem'>

export const leastWidth = 56
export const greatestWidth = 900

export function memoryKey(instance: string, collection: string): string {
  return `millwright.list.${instance}.${collection}`
}

/** Never throws: storage can be disabled, full, or written by an older version. */
export function readMemory(storage: KeyValue, key: string): ListMemory {
  try {
    return parseMemory(JSON.parse(storage.getItem(key) ?? 'null'))
  } catch {
    return { views: [] }
  }
}

export function writeMemory(storage: KeyValue, key: string, memory: ListMemory): void {
  try {
    storage.setItem(key, JSON.stringify(memory))
  } catch {
    // The list works without stored settings.
  }
}

export function withView(memory: ListMemory, view: SavedView): ListMemory {
  const others = memory.views.filter(({ name }) => name !== view.name)
  return { ...memory, views: [...others, view].sort((a, b) => a.name.localeCompare(b.name)) }
}

export function withoutView(memory: ListMemory, name: string): ListMemory {
  return { ...memory, views: memory.views.filter((view) => view.name !== name) }
}

export function withWidth(memory: ListMemory, field: string, width: number): ListMemory {
  const kept = Math.round(Math.min(greatestWidth, Math.max(leastWidth, width)))
  return { ...memory, widths: { ...memory.widths, [field]: kept } }
}

function parseMemory(raw: unknown): ListMemory {
  if (!isObject(raw)) return { views: [] }
  const columns = Array.isArray(raw.columns) ? raw.columns.filter((field) => typeof field === 'string') : []
  const widths = isObject(raw.widths)
    ? Object.fromEntries(
        Object.entries(raw.widths).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      )
    : {}
  const views = Array.isArray(raw.views) ? raw.views.flatMap(parseView) : []
  return {
    ...(columns.length && { columns }),
    ...(Object.keys(widths).length && { widths }),
    ...(typeof raw.pageSize === 'number' && { pageSize: raw.pageSize }),
    views,
  }
}

function parseView(raw: unknown): SavedView[] {
  if (!isObject(raw) || typeof raw.name !== 'string' || !isObject(raw.search)) return []
  return [{ name: raw.name, search: readListSearch(raw.search) }]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
