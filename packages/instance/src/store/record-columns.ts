import type { Generated } from 'kysely'

/** Author of something that runs later; both `null`: a full administrator (docs/wire/access.md). */
export interface AuthorColumns {
  /** 0: deleted, or with unknown rights. */
  author_id: Generated<number | null>
  /** The app through which it was written, which determines the author's role. 0: with an app password of a full administrator. */
  author_app_id: Generated<number | null>
}

/** Columns of records that people edit. */
export interface Audit {
  created_date: string
  last_modified_date: string
  created_by_id: number | null
  last_modified_by_id: number | null
  revision: Generated<number>
}
