/** What the tab shows of a service, according to its URL. */
export type SchemaPlace =
  | { readonly kind: 'nothing' | 'diagram' | 'create' | 'upload' | 'lost' }
  | { readonly kind: 'table'; readonly table: string; readonly open: OpenPart | null }

/** The field or relation over a table; a `null` name is a new one. */
export interface OpenPart {
  readonly kind: 'field' | 'relation'
  readonly name: string | null
}

/** The decoded parts of a URL: `/schema/db/table/contact/field/email`. */
export interface PlaceParams {
  readonly entry?: string | undefined
  readonly table?: string | undefined
  readonly part?: string | undefined
  readonly item?: string | undefined
}

const newParts = { 'new-field': 'field', 'new-relation': 'relation' } as const

export function readPlace({ entry, table, part, item }: PlaceParams): SchemaPlace {
  if (entry === undefined) return { kind: 'nothing' }
  if (table === undefined)
    return entry === 'diagram' || entry === 'create' || entry === 'upload' ? { kind: entry } : { kind: 'lost' }
  if (entry !== 'table') return { kind: 'lost' }
  if (part === undefined) return { kind: 'table', table, open: null }
  if (item === undefined)
    return part === 'new-field' || part === 'new-relation'
      ? { kind: 'table', table, open: { kind: newParts[part], name: null } }
      : { kind: 'lost' }
  return part === 'field' || part === 'relation'
    ? { kind: 'table', table, open: { kind: part, name: item } }
    : { kind: 'lost' }
}

/** URLs of the tab. Names may contain any characters. */
export const schemaAddress = {
  service: (service: string) => path(service),
  view: (service: string, view: 'diagram' | 'create' | 'upload') => path(service, view),
  table: (service: string, table: string) => path(service, 'table', table),
  field: (service: string, table: string, field: string | null) =>
    field === null ? path(service, 'table', table, 'new-field') : path(service, 'table', table, 'field', field),
  relation: (service: string, table: string, relation: string | null) =>
    relation === null
      ? path(service, 'table', table, 'new-relation')
      : path(service, 'table', table, 'relation', relation),
}

function path(...parts: readonly string[]): string {
  return ['/schema', ...parts.map(encodeURIComponent)].join('/')
}
