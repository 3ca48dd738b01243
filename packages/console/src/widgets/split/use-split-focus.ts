import { type RefObject, useEffect, useRef } from 'react'

interface SplitFocus {
  readonly chosen: string | null
  /** Null: there is no list beside it. */
  readonly master: RefObject<HTMLElement | null> | null
  readonly detail: RefObject<HTMLElement | null>
}

/**
 * Where a choice took away what had the focus, it goes on in the part that is shown now. A narrow window hides the list
 * beside what is chosen, and what was chosen before is hidden while the next is loaded.
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
