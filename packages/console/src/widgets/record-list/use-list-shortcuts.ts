import { useEffect, useRef } from 'react'

interface ListShortcuts {
  readonly enabled: boolean
  readonly search: () => void
  readonly help: () => void
  readonly clear: () => void
}

/** Keys that work wherever the focus is, but for places where people type and windows over the list. */
export function useListShortcuts(shortcuts: ListShortcuts): void {
  const current = useRef(shortcuts)
  current.current = shortcuts

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { enabled, search, help, clear } = current.current
      if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
        return
      if (event.key === '/') search()
      else if (event.key === '?') help()
      else if (event.key === 'Escape') return clear()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="menu"], [role="dialog"], [role="alertdialog"]',
    ) !== null
  )
}
