import type { Generated } from 'kysely'

/** Who wrote what runs later, of both null: a full administrator (docs/wire/access.md). */
export interface AuthorColumns {
  /** 0: somebody who is gone, or whose rights cannot be told. */
  author_id: Generated<number | null>
  /** The app through which it was written, by which the author's role is found. */
  author_app_id: Generated<number | null>
}
