import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './apps.module.css'

interface CopyLineProps {
  label: string
  /** Completes "Copy: …". */
  what: string
  text: string
  children?: ReactNode
}

/** Something to read and to copy, not to edit. */
export function CopyLine({ label, what, text, children }: CopyLineProps) {
  return (
    <div className={styles.info}>
      <span className={styles.infoLabel}>{label}</span>
      <span className={styles.infoLine}>
        <code className={styles.infoText}>{text}</code>
        <CopyButton what={what} text={text} key={text} />
        {children}
      </span>
    </div>
  )
}
