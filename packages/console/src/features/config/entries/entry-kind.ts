import { searchFilter } from '@millwright/contract/filter/print'
import type { Rows } from '../../../instance/collections.ts'
import type { Params } from '../../../instance/transport.ts'
import type { Draft } from '../../../widgets/form/editor-frame/draft.ts'
import type { EditorSection } from '../../../widgets/form/editor-frame/editor-form.tsx'
import type { EditorDeclaration } from '../../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../../widgets/form/editor-frame/use-form.ts'
import type { NameNotice } from './entry-fields.ts'
import type { EntryMessages } from './entry-messages.ts'

/** An entry as returned by the API; fields that this console does not know are preserved. */
export type EntryRecord = { readonly id?: number | string; readonly [field: string]: unknown }

/** Props of the controls in a form. */
export interface EntryPart<D extends Draft> {
  readonly form: FormFields<D>
  /** The stored entry; `null` for a new one. */
  readonly stored: EntryRecord | null
}

/** Declares the entries of a view of the Config tab. */
export interface EntryKind<D extends Draft> {
  /** Path segment: `/config/cors`. */
  readonly view: string
  /** `system/cors`. */
  readonly collection: string
  readonly one: string
  readonly many: string
  readonly nameField: keyof D & string
  /** The initial name of a new entry. */
  readonly newName: string
  readonly messages: EntryMessages
  readonly editing: (stored: EntryRecord | null) => EditorDeclaration<EntryRecord, D>
  readonly notice: (draft: D, isNew: boolean) => NameNotice | null
  readonly sections: (part: EntryPart<D>) => readonly EditorSection[]
  /** A badge after the name in the list. */
  readonly mark?: (entry: EntryRecord) => string | null
  /** Fields loaded for the list besides the name, for `mark`. */
  readonly markFields?: readonly string[]
}

/** What lists load of entries, by view; the forms are loaded when one is opened. */
export const listColumns = {
  cors: { collection: 'system/cors', nameField: 'path', markFields: ['enabled'] },
  'email-templates': { collection: 'system/email_template', nameField: 'name' },
  'lookup-keys': { collection: 'system/lookup', nameField: 'name', markFields: ['private'] },
  webhooks: { collection: 'system/webhook', nameField: 'name', markFields: ['is_active'] },
} as const

export type ListedView = keyof typeof listColumns

/** Page size of a list of entries. */
const entryPageSize = 100

type Listed = Pick<EntryKind<never>, 'nameField' | 'markFields'>

/** Returns the parameters that request a page of entries, sorted by name, with only the fields that the list shows. */
export function pageParams({ nameField, markFields }: Listed, filter: string, page: number): Params {
  return {
    fields: ['id', nameField, ...(markFields ?? [])].join(','),
    order: `${nameField} ASC`,
    limit: entryPageSize,
    include_count: true,
    ...(page > 1 && { offset: (page - 1) * entryPageSize }),
    ...(filter !== '' && { filter: searchFilter([nameField], filter) }),
  }
}

/** Returns the total number of entries; some servers count other records, too, so the last page overrides the count. */
export function rowsInAll({ rows, count }: Rows<unknown>, page: number): number | null {
  const isLast = rows.length < entryPageSize && (rows.length > 0 || page === 1)
  return isLast ? (page - 1) * entryPageSize + rows.length : count
}

export function pagesOf(count: number | null): number {
  return Math.max(1, Math.ceil((count ?? 0) / entryPageSize))
}
