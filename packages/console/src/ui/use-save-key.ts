import { useEffect, useRef } from 'react'

/** Saves on Ctrl+S and ⌘S, wherever the focus is, and once however long they are held; `null` while saving is not possible. */
export function useSaveKey(save: (() => void) | null): void {
  const current = useRef(save)
  current.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat) current.current?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
