import type { Params } from '../../instance/transport.ts'
import type { DraftLabels } from '../../widgets/form/editor-frame/draft.ts'
import type { PersonDraft, PersonRecord } from './person-draft.ts'

/** How the lists and forms of administrators and users differ. */
export interface PersonKind {
  readonly one: string
  readonly many: string
  /** The noun in titles. */
  readonly thing: string
  /** Address of the list. */
  readonly path: string
  readonly collection: 'system/admin' | 'system/user'
  readonly params: Params
  readonly messages: {
    readonly module: string
    readonly created: string
    readonly updated: string
    readonly invited: string
  }
}

/** Converts between the form of one kind of people and its records; separate, as only the form needs it. */
export interface PersonDrafts<D extends PersonDraft> {
  readonly labels: DraftLabels<D>
  /** Returns the form of a person, or of a new one if there is no record. */
  readonly toDraft: (record: PersonRecord | null) => D
  /** Returns the form of a copy, without personal data. */
  readonly toCopy: (record: PersonRecord) => D
  /** Problems with the fields that only this kind has, by field of the draft. */
  readonly problems?: (draft: D) => Readonly<Record<string, string>>
  /** Returns the fields to send that only this kind has; without a record for a new person. */
  readonly more: (draft: D, record: PersonRecord | null) => Readonly<Record<string, unknown>>
}
