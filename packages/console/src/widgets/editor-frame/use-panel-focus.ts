import { type RefObject, useLayoutEffect } from 'react'

/** Moves the focus into a panel when it opens, and back to where it was when it closes. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const field = panel.current?.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
    ;(field ?? panel.current)?.focus({ preventScroll: true })
    return () => {
      // The list is usable again only after this commit.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
          before.focus({ preventScroll: true })
      })
    }
  }, [panel])
}
