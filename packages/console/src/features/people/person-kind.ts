import type { Params } from '../../instance/transport.ts'
import type { PersonDraft, PersonRecord } from './person-draft.ts'

/** What administrators and users do not have in common. */
export interface PersonKind {
  readonly one: 'admin' | 'user'
  /** The word in titles. */
  readonly thing: string
  /** The address of the list. */
  readonly path: string
  readonly collection: 'system/admin' | 'system/user'
  readonly params: Params
  readonly labels: { readonly [K in keyof PersonDraft]?: string }
  /** What a save sends besides what all people have; no record: a new person. */
  readonly more: (draft: PersonDraft, record: PersonRecord | null) => Readonly<Record<string, unknown>>
  readonly messages: {
    readonly module: string
    readonly created: string
    readonly updated: string
    readonly invited: string
  }
}
