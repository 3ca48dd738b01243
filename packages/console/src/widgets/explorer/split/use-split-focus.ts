import { type RefObject, useEffect, useRef } from 'react'

interface SplitFocus {
  readonly chosen: string | null
  /** `null` if there is no list beside the detail view. */
  readonly master: RefObject<HTMLElement | null> | null
  readonly detail: RefObject<HTMLElement | null>
}

/**
 * Moves the focus to the visible part if a choice hid or removed the focused element: a narrow window hides the list behind the
 * detail view, and the previous detail view is hidden while the next one loads.
 */
export function useSplitFocus({ chosen, master, detail }: SplitFocus): void {
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    const active = document.activeElement
    const hidden = active instanceof HTMLElement && active.offsetParent === null
    const within = [master, detail].some((part) => part?.current?.contains(active))
    const gone = active === null || active === document.body || (within && hidden)
    if (gone) (chosen === null ? master : detail)?.current?.focus({ preventScroll: true })
  }, [chosen, master, detail])
}
