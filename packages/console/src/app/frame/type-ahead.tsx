import { useEffect } from 'react'

interface TypeAheadProps {
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/** Keeps what is typed while a window with a text field is still being loaded. */
export function TypeAhead({ text, onText, onClose }: TypeAheadProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') onText(text.slice(0, -1))
      else if (event.key.length === 1) onText(text + event.key)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [text, onText, onClose])
  return null
}
