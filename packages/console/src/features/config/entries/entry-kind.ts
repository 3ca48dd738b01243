import type { Draft } from '../../../widgets/editor-frame/draft.ts'
import type { EditorSection } from '../../../widgets/editor-frame/editor-form.tsx'
import type { EditorDeclaration } from '../../../widgets/editor-frame/use-editor.ts'
import type { FormFields } from '../../../widgets/editor-frame/use-form.ts'
import type { NameNotice } from './check-name.ts'
import type { EntryMessages } from './entry-messages.ts'

/** An entry as the wire has it; members that this console does not know stay on it. */
export type EntryRecord = { readonly id?: number | string; readonly [field: string]: unknown }

/** What the controls of a form need. */
export interface EntryPart<D extends Draft> {
  readonly form: FormFields<D>
  /** As it is stored; null while it is not. */
  readonly stored: EntryRecord | null
}

/** Everything a view of the Config tab says about its entries. */
export interface EntryKind<D extends Draft> {
  /** In the address: `/config/cors`. */
  readonly view: string
  /** `system/cors`. */
  readonly collection: string
  readonly one: string
  readonly many: string
  readonly nameField: keyof D & string
  /** What a new entry is called until somebody names it. */
  readonly newName: string
  readonly messages: EntryMessages
  readonly editing: (stored: EntryRecord | null) => EditorDeclaration<EntryRecord, D>
  readonly notice: (draft: D, isNew: boolean) => NameNotice | null
  readonly sections: (part: EntryPart<D>) => readonly EditorSection[]
  /** Said behind the name in the list. */
  readonly mark?: (entry: EntryRecord) => string | null
  /** Read for the list besides the name, for `mark`. */
  readonly markFields?: readonly string[]
}
