import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import look from '../../../ui/entry.module.css'
import { rowWindow, useScrollWindow } from '../../list/record-list/scroll-window.ts'
import styles from './split.module.css'

/** One row of the list: its link and its content. */
export interface LinkRow {
  readonly key: string
  readonly to: string
  readonly search?: object
  /** Whether this row is the one shown beside the list. */
  readonly current: boolean
  /** Accessible name, if the content alone is unclear outside its surroundings. */
  readonly label?: string
  readonly content: ReactNode
  /** Shown at the end of the row; it describes the link, whose name is its content. */
  readonly facts?: ReactNode
}

/** A heading above a group of rows, with the height of a row. */
export interface ListHeading {
  readonly key: string
  readonly heading: ReactNode
}

interface LinkListProps {
  /** Number of rows, including headings. */
  count: number
  /** Returns the row at a 0-based index. Called for rendered rows and for rows that keyboard navigation passes. */
  row: (at: number) => LinkRow | ListHeading | null
  /** Index of the chosen row; negative if it is not in the list. */
  chosenAt: number
  listRef: RefObject<HTMLUListElement | null>
  onKeyDown?: (event: KeyboardEvent<HTMLUListElement>) => void
}

/** A virtualized list of links. Arrow keys, Home and End move through it. */
export function LinkList({ count, row, chosenAt, listRef, onKeyDown }: LinkListProps) {
  const id = useId()
  const scroller = useRef<HTMLElement | null>(null)
  const view = useScrollWindow(scroller)
  const wanted = useRef<number | null>(null)

  useEffect(() => {
    if (chosenAt >= 0) listRef.current?.querySelector(`[data-at="${chosenAt}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosenAt, listRef])

  const focusRow = (at: number) => {
    const there = listRef.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    if (there) return there.focus()
    wanted.current = at
    scroller.current?.scrollTo({ top: at * view.rowHeight })
  }
  useEffect(() => {
    const at = wanted.current
    if (at === null) return
    const there = listRef.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    if (!there) return
    wanted.current = null
    there.focus()
  })

  const moveAlong = (event: KeyboardEvent<HTMLUListElement>) => {
    onKeyDown?.(event)
    const at = Number((event.target as HTMLElement).dataset.at)
    const next = nextRow(event.key, at, count, (place) => isHeading(row(place)))
    if (next === null || Number.isNaN(at)) return
    event.preventDefault()
    focusRow(next)
  }

  const entry = chosenAt >= 0 ? chosenAt : isHeading(row(0)) ? 1 : 0
  return (
    <ul
      ref={(list) => {
        listRef.current = list
        scroller.current = list?.parentElement ?? null
      }}
      className={styles.links}
      onKeyDown={moveAlong}
    >
      {rowWindow({ count, ...view, active: entry }).map((segment) => {
        if (segment.kind === 'gap')
          return <li key={`gap-${segment.from}`} aria-hidden="true" style={{ height: segment.rows * view.rowHeight }} />
        const shown = row(segment.index)
        if (!shown) return null
        const place = { 'aria-setsize': count, 'aria-posinset': segment.index + 1 }
        if (isHeading(shown))
          return (
            <li key={shown.key} {...place} className={styles.heading}>
              {shown.heading}
            </li>
          )
        return (
          <li key={shown.key} {...place}>
            <Link
              to={shown.to}
              {...(shown.search && { search: shown.search })}
              preload={false}
              className={classNames(look.entry, styles.row)}
              data-at={segment.index}
              tabIndex={segment.index === entry ? 0 : -1}
              aria-label={shown.label}
              aria-current={shown.current ? 'page' : undefined}
              aria-describedby={shown.facts === undefined ? undefined : `${id}-${segment.index}`}
            >
              {shown.content}
              {shown.facts === undefined ? null : (
                <span id={`${id}-${segment.index}`} className={styles.facts} aria-hidden="true">
                  {shown.facts}
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function isHeading(row: LinkRow | ListHeading | null): row is ListHeading {
  return row !== null && 'heading' in row
}

/** Returns the index that a key moves to, skipping headings, or `null` if the key does not move. */
function nextRow(key: string, at: number, count: number, isPassed: (at: number) => boolean): number | null {
  const along = (from: number, step: 1 | -1) => {
    for (let place = from; place >= 0 && place < count; place += step) if (!isPassed(place)) return place
    return at
  }
  switch (key) {
    case 'ArrowDown':
      return along(at + 1, 1)
    case 'ArrowUp':
      return along(at - 1, -1)
    case 'Home':
      return along(0, 1)
    case 'End':
      return along(count - 1, -1)
    default:
      return null
  }
}
