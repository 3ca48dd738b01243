import { type FocusEvent, useEffect, useRef } from 'react'

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
