import { type RefObject, useEffect, useRef } from 'react'

interface SplitFocus {
  readonly chosen: string | null
  readonly master: RefObject<HTMLElement | null>
  readonly detail: RefObject<HTMLElement | null>
}

/** Where a choice took away what had the focus, it goes on in the part that is shown now. */
export function useSplitFocus({ chosen, master, detail }: SplitFocus): void {
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    const active = document.activeElement
    const gone = active === null || active === document.body || isHiddenIn(master.current, active)
    if (gone) (chosen === null ? master : detail).current?.focus({ preventScroll: true })
  }, [chosen, master, detail])
}

/** A narrow window does not show the list beside what is chosen. */
function isHiddenIn(part: HTMLElement | null, element: Element): boolean {
  return part !== null && part.offsetParent === null && part.contains(element)
}
