/** Items per page of a list. A client requests the next page with its cursor. */
const pageSize = 100

interface ListPage<T> {
  readonly items: readonly T[]
  readonly next: { readonly nextCursor?: string }
}

/** `invalid` creates the error for an unknown cursor. */
export function pageOf<T>(
  all: readonly T[],
  cursor: string | undefined,
  invalid: (message: string) => Error,
): ListPage<T> {
  const from = cursor === undefined ? 0 : Number(/^after-(\d{1,9})$/.exec(cursor)?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) throw invalid('The cursor is invalid.')
  const end = from + pageSize
  return { items: all.slice(from, end), next: end < all.length ? { nextCursor: `after-${end}` } : {} }
}
