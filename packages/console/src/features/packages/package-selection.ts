import type { KnownServices } from '../../instance/service-list.ts'
import { commonWords } from '../../words/messages.ts'
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
  /** Number of all items, if only some are listed. */
  readonly total?: number
}

/** The selected items of a source. */
export interface Chosen {
  readonly source: Source
  readonly items: readonly Item[]
}

/** A row of the tree of everything that can be exported. */
export type SelectionRow =
  | { readonly kind: 'group'; readonly source: Source; readonly open: boolean }
  | { readonly kind: 'item'; readonly source: Source; readonly item: Item }
  /** Says that the service is unavailable, or that not all items are listed. */
  | { readonly kind: 'note'; readonly source: Source }

interface TreeView {
  /** Keys of the sources whose items are shown. */
  readonly open: ReadonlySet<string>
  /** Shows only items with this text, and all items of a source whose name has it. */
  readonly search: string
}

type Fields = Readonly<Record<string, unknown>>

/** Parses the manifest of any server, for the services that exist; unknown parts are ignored. */
export function readManifest(manifest: unknown, { services, types }: KnownServices): Source[] {
  const { system, ...others } = fieldsOf(fieldsOf(manifest).service)
  const more = fieldsOf(fieldsOf(manifest).more)
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
      ...(typeof more[name] === 'number' && { total: more[name] }),
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

/** The manifest with the content of a service as known now. */
export function withContent(manifest: unknown, service: string, content: unknown): Fields {
  const known = fieldsOf(manifest)
  return { ...known, service: { ...fieldsOf(known.service), [service]: content } }
}

const foldersFirst = (items: readonly Item[]) => [
  ...items.filter(({ id }) => id.endsWith('/')),
  ...items.filter(({ id }) => !id.endsWith('/')),
]

export const sourceKey = ({ kind, name }: Pick<Source, 'kind' | 'name'>): string => `${kind} ${name}`

/** The rows to show, in order. */
export function selectionRows(sources: readonly Source[], { open, search }: TreeView): SelectionRow[] {
  const searching = search.trim() !== ''
  return sources.flatMap((source): SelectionRow[] => {
    const isNamed =
      !searching ||
      matchingItems([{ id: '', label: source.name, detail: sourceWords(source).title }], search).length > 0
    const items = isNamed ? source.items : matchingItems(source.items, search)
    if (items.length === 0 && !isNamed) return []
    const isOpen = searching || open.has(sourceKey(source))
    const note: SelectionRow[] = source.available && source.total === undefined ? [] : [{ kind: 'note', source }]
    const shown = isOpen ? [...note, ...items.map((item): SelectionRow => ({ kind: 'item', source, item }))] : []
    return [{ kind: 'group', source, open: isOpen }, ...shown]
  })
}

/** The selection with further items of a source. */
export function withItems(selection: readonly Chosen[], source: Source, items: readonly Item[]): Chosen[] {
  const known = selection.find((row) => sourceKey(row.source) === sourceKey(source))
  if (known === undefined) return [...selection, { source, items }]
  const ids = new Set(known.items.map(({ id }) => id))
  const merged = [...known.items, ...items.filter(({ id }) => !ids.has(id))]
  return selection.map((row) => (row === known ? { source, items: merged } : row))
}

/** The selection without an item of a source. */
export function withoutItem(selection: readonly Chosen[], source: Source, { id: gone }: Item): Chosen[] {
  return selection.flatMap((row) => {
    if (sourceKey(row.source) !== sourceKey(source)) return [row]
    const items = row.items.filter(({ id }) => id !== gone)
    return items.length === 0 ? [] : [{ ...row, items }]
  })
}

export function hasAll(selection: readonly Chosen[], source: Source): boolean {
  const ids = new Set(selection.find((row) => sourceKey(row.source) === sourceKey(source))?.items.map(({ id }) => id))
  return source.items.every(({ id }) => ids.has(id))
}

/** What a source is called, and for services their type. */
export function sourceWords({ kind, name, type }: Source): { readonly title: string; readonly detail: string | null } {
  return kind === 'system' ? { title: typeTitle(name), detail: null } : { title: name, detail: type }
}

/** The records of `system` that a type names, in words; of unknown types, the name. */
export function typeTitle(name: string): string {
  const titles: Readonly<Record<string, string>> = {
    service: commonWords.services,
    role: commonWords.roles,
    app: commonWords.apps,
    user: commonWords.users,
    admin: packageMessages.admins,
    cors: 'CORS',
    email_template: packageMessages.emailTemplates,
    lookup: packageMessages.lookupKeys,
    limit: packageMessages.limits,
    scheduler: packageMessages.scheduledTasks,
    event_script: packageMessages.eventScripts,
    webhook: packageMessages.webhooks,
    custom: packageMessages.customSettings,
  }
  return Object.hasOwn(titles, name) ? (titles[name] ?? name) : name
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
export function matchingItems(items: readonly Item[], search: string): readonly Item[] {
  const wanted = search.trim().toLowerCase()
  return items.filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted))
}

function itemOf(entry: unknown): Item[] {
  if (typeof entry === 'string' || typeof entry === 'number') return [{ id: String(entry), label: String(entry) }]
  const { email, first_name, last_name } = fieldsOf(entry)
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
