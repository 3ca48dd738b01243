/**
 * Browsers render nothing beyond some 17 million pixels, which a million rows exceed. Taller content is scrolled in a space of this
 * height: the wheel scrolls by pixels as usual, dragging the scrollbar scrolls in proportion.
 */
export const highest = 12_000_000

/** The scrolled content: the total height of the rows and the height of the visible part, in pixels. */
export interface ScrollSpace {
  readonly content: number
  readonly view: number
}

export interface ScrollPlace {
  /** Scroll position of the element. */
  readonly bar: number
  /** Scroll position of the rows, as if there were no limit. */
  readonly top: number
}

/** The height of the scrolled element. */
export function spaceHeight({ content }: ScrollSpace): number {
  return Math.min(content, highest)
}

/** The position of the rows after the element was scrolled. */
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

/** The scroll position of the element for a position of the rows. */
export function barFor(space: ScrollSpace, top: number): ScrollPlace {
  const furthest = Math.max(0, space.content - space.view)
  const wanted = Math.max(0, Math.min(furthest, top))
  if (space.content <= highest) return { bar: wanted, top: wanted }
  return { bar: Math.round((wanted / furthest) * (highest - space.view)), top: wanted }
}

/** The position that shows a row completely with the least scrolling. */
export function topToShow(row: number, rowHeight: number, top: number, seen: number): number {
  const upper = row * rowHeight
  if (upper < top) return upper
  return upper + rowHeight > top + seen ? upper + rowHeight - seen : top
}
