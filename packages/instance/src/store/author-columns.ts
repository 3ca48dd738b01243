import type { Generated } from 'kysely'

/** Author of something that runs later; both `null`: a full administrator (docs/wire/access.md). */
export interface AuthorColumns {
  /** 0: deleted, or with unknown rights. */
  author_id: Generated<number | null>
  /** The app through which it was written, which determines the author's role. */
  author_app_id: Generated<number | null>
}
