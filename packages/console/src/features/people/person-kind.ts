import type { Params } from '../../instance/transport.ts'
import type { DraftLabels } from '../../widgets/editor-frame/draft.ts'
import type { PersonDraft, PersonRecord } from './person-draft.ts'

/** What administrators and users do not have in common, for their list as for their form. */
export interface PersonKind {
  readonly one: string
  readonly many: string
  /** The word in titles. */
  readonly thing: string
  /** The address of the list. */
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

/** How the form of one kind of people and its records become each other; apart, for only the form needs it. */
export interface PersonDrafts<D extends PersonDraft> {
  readonly labels: DraftLabels<D>
  /** The form of a person; of a new one when there is no record. */
  readonly toDraft: (record: PersonRecord | null) => D
  /** The form of a copy: everything but what is one person's own. */
  readonly toCopy: (record: PersonRecord) => D
  /** What is wrong with what only these people have, by member of the draft. */
  readonly problems?: (draft: D) => Readonly<Record<string, string>>
  /** What a save sends besides what all people have; no record: a new person. */
  readonly more: (draft: D, record: PersonRecord | null) => Readonly<Record<string, unknown>>
}
