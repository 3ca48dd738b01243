import type { Draft } from '../../../widgets/form/editor-frame/draft.ts'
import type { EditorSection } from '../../../widgets/form/editor-frame/editor-form.tsx'
import type { EditorDeclaration } from '../../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../../widgets/form/editor-frame/use-form.ts'
import type { NameNotice } from './check-name.ts'
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
