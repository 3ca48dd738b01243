export type Segment =
  | { readonly kind: 'gap'; readonly rows: number; readonly from: number }
  | { readonly kind: 'row'; readonly index: number }

interface WindowParts {
  readonly count: number
  /** Height in pixels, the same for all rows, so that nothing needs measuring. */
  readonly rowHeight: number
  readonly scrollTop: number
  readonly viewHeight: number
  /** The focused row stays rendered at any scroll position. */
  readonly active: number
  readonly spare?: number
}

/** The rows to render, and the number of empty rows in place of the others. */
export function rowWindow({ count, rowHeight, scrollTop, viewHeight, active, spare = 8 }: WindowParts): Segment[] {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
  const last = Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + spare)
  const drawn = new Set<number>()
  if (active >= 0 && active < count) drawn.add(active)
  for (let index = first; index < last; index++) drawn.add(index)
  const segments: Segment[] = []
  let next = 0
  for (const index of [...drawn].sort((a, b) => a - b)) {
    if (index > next) segments.push({ kind: 'gap', rows: index - next, from: next })
    segments.push({ kind: 'row', index })
    next = index + 1
  }
  if (next < count) segments.push({ kind: 'gap', rows: count - next, from: next })
  return segments
}
