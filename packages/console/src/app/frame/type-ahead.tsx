import { IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import styles from './type-ahead.module.css'

interface TypeAheadProps {
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/** Keeps text typed while the palette is loading, and shows it in the palette's place. */
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
  return (
    <div className={styles.backdrop} aria-hidden="true">
      <div className={styles.box}>
        <IconSearch /> {text}
      </div>
    </div>
  )
}
