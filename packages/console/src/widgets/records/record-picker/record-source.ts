import { searchFilter } from '@millwright/contract/filter/print'
import type { ListAnswer } from '@millwright/contract/wire/list'
import type { Icon } from '@tabler/icons-react'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'

/** The collection that a picker searches. */
export interface RecordSource {
  /** For example `system/role`. */
  readonly collection: string
  /** The plural noun, such as `roles`. */
  readonly many: string
  /** The tab in which one is created, as `/roles`; absent: nowhere. */
  readonly path?: string
  /** The field that holds a record's name. */
  readonly nameField: string
  readonly searchFields: readonly string[]
  /** The field shown beside the name. */
  readonly hintField?: string
  /** The boolean field that marks records as active. */
  readonly activeField?: string
  /** Custom search; `variant` distinguishes the cached results of sources with the same collection. */
  readonly finds?: { readonly variant: string; readonly find: (search: RecordSearch) => Promise<FoundRecords> }
}

export interface RecordSearch {
  readonly text: string
  /** Maximum number of records to return; `FoundRecords.more` reports whether there are others. */
  readonly most: number
  readonly client: QueryClient
  readonly signal: AbortSignal
}

export interface PickedRecord {
  readonly id: number
  readonly label: string
  readonly hint?: string
  readonly inactive?: boolean
  /** Display name; `label` is the name used in requests. */
  readonly title?: string
  /** Icon of the record's kind. */
  readonly Icon?: Icon
  /** A short warning, such as inactive or failing. */
  readonly trouble?: { readonly tone: 'warning' | 'danger'; readonly text: string }
}

export interface FoundRecords {
  readonly records: readonly PickedRecord[]
  /** Whether more records match than are listed. */
  readonly more: boolean
}

export const roleSource: RecordSource = {
  collection: 'system/role',
  many: t.roles,
  path: '/roles',
  nameField: 'name',
  searchFields: ['name', 'description'],
  hintField: 'description',
  activeField: 'is_active',
}

export const appSource: RecordSource = {
  collection: 'system/app',
  many: t.apps,
  path: '/apps',
  nameField: 'name',
  searchFields: ['name', 'description'],
  hintField: 'description',
  activeField: 'is_active',
}

export const userSource: RecordSource = {
  collection: 'system/user',
  many: t.users,
  path: '/users',
  nameField: 'name',
  searchFields: ['first_name', 'last_name', 'name', 'email'],
  hintField: 'email',
  activeField: 'is_active',
}

export const taskSource: RecordSource = {
  collection: 'system/scheduler',
  many: t.tasks,
  path: '/scheduler',
  nameField: 'name',
  searchFields: ['name', 'description'],
  activeField: 'is_active',
}

/** Maximum number of listed records; typing finds the others. */
const most = 50
/** Maximum number of ids per request, because the length of URLs is limited. */
const idsAtOnce = 100

/** Finds the first records, sorted by name, whose name or description contains a text, or uses the source's own search. */
export function findQuery(source: RecordSource, text: string) {
  const { collection, nameField, searchFields, finds } = source
  return queryOptions({
    queryKey: [...collectionKey(collection), 'pick', searchFields.join(), finds?.variant ?? '', text] as const,
    queryFn: async ({ signal, client }): Promise<FoundRecords> => {
      if (finds) return finds.find({ text, most, client, signal })
      const filter = searchFilter(searchFields, text)
      const params = { ...fieldsOf(source), filter, order: `${nameField} ASC`, limit: most + 1 }
      const { data } = await send<ListAnswer<Row>>({ verb: 'GET', path: collection, params, signal })
      return {
        records: data.resource.slice(0, most).flatMap((row) => pickedOf(row, source)),
        more: data.resource.length > most,
      }
    },
    staleTime: 30_000,
  })
}

/** Names of records by id. Ids of deleted records are omitted. */
export function namesQuery(source: RecordSource, ids: readonly number[]) {
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  return queryOptions({
    queryKey: [...collectionKey(source.collection), 'names', wanted.join()] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const names = new Map<number, string>()
      for (let from = 0; from < wanted.length; from += idsAtOnce) {
        const some = wanted.slice(from, from + idsAtOnce)
        // A filter rather than `ids`, because a request for `ids` is rejected if one of them does not exist.
        const params = { ...fieldsOf(source), filter: `id in (${some.join(',')})`, limit: some.length }
        const { data } = await send<ListAnswer<Row>>({ verb: 'GET', path: source.collection, params, signal })
        for (const { id, label } of data.resource.flatMap((row) => pickedOf(row, source))) names.set(id, label)
      }
      return names
    },
    enabled: wanted.length > 0,
    staleTime: 30_000,
  })
}

/** The title and label of a record, as displayed and read aloud: `Sample Database sample`. */
export function fullNameOf({ title, label }: PickedRecord): string {
  return title === undefined || title === label ? label : `${title} ${label}`
}

type Row = { readonly [field: string]: unknown }

function fieldsOf({ nameField, hintField, activeField }: RecordSource) {
  return { fields: ['id', nameField, hintField, activeField].filter((name) => name !== undefined).join(',') }
}

function pickedOf(row: Row, { nameField, hintField, activeField }: RecordSource): PickedRecord[] {
  const name = row[nameField]
  const described = hintField === undefined ? undefined : row[hintField]
  const inactive = activeField !== undefined && row[activeField] === false
  const hint = [inactive ? tabWords.inactive : '', described]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ')
  if (typeof row.id !== 'number') return []
  return [
    {
      id: row.id,
      label: typeof name === 'string' && name !== '' ? name : `#${row.id}`,
      ...(hint !== '' && { hint }),
      ...(inactive && { inactive }),
    },
  ]
}
