import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

const pageStep = 10

/** The row that a key moves to from `index`; `null` for other keys. */
export function rowAfter(key: string, index: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return Math.max(0, index - 1)
    case 'PageDown':
      return Math.min(last, index + pageStep)
    case 'PageUp':
      return Math.max(0, index - pageStep)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** Roving tabindex: one row of the list is in the Tab order, and arrow keys move to another. */
export function useActiveRow(count: number, scroller: RefObject<HTMLElement | null>) {
  const [position, setAsked] = useState(0)
  const toFocus = useRef<number | null>(null)
  const index = Math.min(position, count - 1)

  useEffect(() => {
    if (toFocus.current !== index) return
    toFocus.current = null
    focusRow(scroller.current, index)
  }, [index, scroller])

  const go = (next: number) => {
    if (next === index) return focusRow(scroller.current, index)
    toFocus.current = next
    setAsked(next)
  }

  return {
    index,
    /** Moves focus to a row. */
    go,
    after: (key: string) => rowAfter(key, index, count) ?? index,
    move: (event: KeyboardEvent<HTMLElement>): boolean => {
      const next = rowAfter(event.key, index, count)
      if (next === null || event.ctrlKey || event.metaKey || event.altKey) return false
      event.preventDefault()
      go(next)
      return true
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const row = event.target.closest<HTMLElement>('[data-row]')
      if (row?.dataset.row) setAsked(Number(row.dataset.row))
    },
  }
}

function focusRow(scroller: HTMLElement | null, index: number): void {
  const row = scroller?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView?.({ block: 'nearest' })
}

interface RestoredFocus {
  /** Changes whenever the rows do. */
  readonly rows: readonly unknown[]
  /** Row index of the open record; `null` if there is none on this page. */
  readonly open: number | null
  /** Focuses a row; `null`: the active row. */
  readonly focusRow: (index: number | null) => void
}

/** Restores focus to the list when the focused element is removed, such as a closed form or a deleted row. */
export function useRestoredFocus({ rows, open, focusRow }: RestoredFocus) {
  const within = useRef(false)
  const lastOpen = useRef<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus is lost when the rows change
  useEffect(() => {
    const closed = open === null ? lastOpen.current : null
    lastOpen.current = open
    if (open !== null || document.activeElement !== document.body) return
    if (closed !== null || within.current) focusRow(closed)
  }, [rows, open])

  return {
    onFocus: () => {
      within.current = true
    },
    /** A dialog over the list returns focus to it; any other element keeps it. */
    onBlur: ({ relatedTarget }: FocusEvent) => {
      within.current = relatedTarget instanceof Element && relatedTarget.closest('[role$="dialog"], dialog') !== null
    },
  }
}
