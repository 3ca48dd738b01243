/**
 * Browsers draw nothing beyond some 17 million pixels, which a million rows exceed. Higher contents are scrolled in a space of
 * this height: the wheel moves by pixels as everywhere, dragging the bar moves in proportion.
 */
export const highest = 12_000_000

/** What is scrolled: how high the rows are together, and the part of it that can be seen. Pixels. */
export interface ScrollSpace {
  readonly content: number
  readonly view: number
}

export interface ScrollPlace {
  /** Of the scrolled element. */
  readonly bar: number
  /** Of the rows, as if there were no bound. */
  readonly top: number
}

/** The height that the scrolled element is given. */
export function spaceHeight({ content }: ScrollSpace): number {
  return Math.min(content, highest)
}

/** Where the rows stand after the scrolled element moved. */
export function scrolledTo(space: ScrollSpace, former: ScrollPlace, bar: number): ScrollPlace {
  const furthest = Math.max(0, space.content - space.view)
  if (space.content <= highest) return { bar, top: Math.min(bar, furthest) }
  const end = highest - space.view
  if (bar <= 0) return { bar, top: 0 }
  if (bar >= end - 1) return { bar, top: furthest }
  const step = bar - former.bar
  if (Math.abs(step) <= space.view) return { bar, top: Math.max(0, Math.min(furthest, former.top + step)) }
  return { bar, top: Math.round((bar / end) * furthest) }
}

/** Where the scrolled element has to be for the rows to stand at a place. */
export function barFor(space: ScrollSpace, top: number): ScrollPlace {
  const furthest = Math.max(0, space.content - space.view)
  const wanted = Math.max(0, Math.min(furthest, top))
  if (space.content <= highest) return { bar: wanted, top: wanted }
  return { bar: Math.round((wanted / furthest) * (highest - space.view)), top: wanted }
}

/** The place that shows a row whole, moving as little as possible. */
export function topToShow(row: number, rowHeight: number, top: number, seen: number): number {
  const upper = row * rowHeight
  if (upper < top) return upper
  return upper + rowHeight > top + seen ? upper + rowHeight - seen : top
}
