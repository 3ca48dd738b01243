import { type FocusEvent, useEffect, useRef } from 'react'

interface RestoredFocus {
  /** Changes whenever other rows are shown. */
  readonly rows: readonly unknown[]
  /** Index of the record that is open over the list; null where none is, or none of these. */
  readonly open: number | null
  /** Leads to a row, which takes the focus; null: to the one where one was. */
  readonly focusRow: (index: number | null) => void
}

/** Keeps the focus in the list when what had it is gone: a form that closed, a row that was deleted. */
export function useRestoredFocus({ rows, open, focusRow }: RestoredFocus) {
  const within = useRef(false)
  const lastOpen = useRef<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that change are what takes the focus away
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
    /** A question over the list comes back to it; whatever else takes the focus keeps it. */
    onBlur: ({ relatedTarget }: FocusEvent) => {
      within.current = relatedTarget instanceof Element && relatedTarget.closest('[role$="dialog"], dialog') !== null
    },
  }
}
