import { searchFilter } from '@millwright/contract/filter/search'
import type { ListAnswer } from '@millwright/contract/wire/list'
import type { Icon } from '@tabler/icons-react'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { t } from './messages.ts'

/** Where a picker finds its records. */
export interface RecordSource {
  /** `system/role`. */
  readonly collection: string
  /** The word for several: `roles`. */
  readonly many: string
  /** The field by which a record is known. */
  readonly nameField: string
  readonly searchFields: readonly string[]
  /** Shown beside the name. */
  readonly hintField?: string
  /** Says which records are inactive. */
  readonly activeField?: string
  /** Finds records in its own way; `variant` tells apart what sources of the same collection find. */
  readonly finds?: { readonly variant: string; readonly find: (search: RecordSearch) => Promise<FoundRecords> }
}

export interface RecordSearch {
  readonly text: string
  /** Records that are wanted at a time; whether there are more is told. */
  readonly most: number
  readonly client: QueryClient
  readonly signal: AbortSignal
}

export interface PickedRecord {
  readonly id: number
  readonly label: string
  readonly hint?: string
  readonly inactive?: boolean
  /** What people call it, where `label` is what requests call it. */
  readonly title?: string
  /** The picture of its kind. */
  readonly Icon?: Icon
  /** Why it cannot be counted on, in a word. */
  readonly trouble?: { readonly tone: 'warning' | 'danger'; readonly text: string }
}

export interface FoundRecords {
  readonly records: readonly PickedRecord[]
  /** More match than are listed. */
  readonly more: boolean
}

export const roleSource: RecordSource = {
  collection: 'system/role',
  get many() {
    return t.roles
  },
  nameField: 'name',
  searchFields: ['name', 'description'],
  hintField: 'description',
  activeField: 'is_active',
}

export const appSource: RecordSource = {
  collection: 'system/app',
  get many() {
    return t.apps
  },
  nameField: 'name',
  searchFields: ['name', 'description'],
  hintField: 'description',
  activeField: 'is_active',
}

export const userSource: RecordSource = {
  collection: 'system/user',
  get many() {
    return t.users
  },
  nameField: 'name',
  searchFields: ['first_name', 'last_name', 'name', 'email'],
  hintField: 'email',
  activeField: 'is_active',
}

export const taskSource: RecordSource = {
  collection: 'system/scheduler',
  get many() {
    return t.tasks
  },
  nameField: 'name',
  searchFields: ['name', 'description'],
  activeField: 'is_active',
}

/** Records that are listed at a time; more are found by typing. */
const most = 50
/** Identifiers in one request, as addresses have an end. */
const idsAtOnce = 100

/** The first records whose name or description has a text in it, by name, or as the source finds them. */
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

/** What records are called, by identifier; those that are gone are not in it. */
export function namesQuery(source: RecordSource, ids: readonly number[]) {
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  return queryOptions({
    queryKey: [...collectionKey(source.collection), 'names', wanted.join()] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const names = new Map<number, string>()
      for (let from = 0; from < wanted.length; from += idsAtOnce) {
        const some = wanted.slice(from, from + idsAtOnce)
        // Asked by a filter, as a list of identifiers is refused when one of them is gone.
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

/** As a record is read and heard: `Sample Database sample`. */
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
  const hint = [inactive ? t.inactive : '', described]
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
