import { type ReactNode, useRef } from 'react'
import styles from './split.module.css'
import { useSplitFocus } from './use-split-focus.ts'

interface DetailProps {
  label: string
  /** Identifies the content; a change moves the focus. */
  chosen: string
  children: ReactNode
}

/** The detail view of a list that is not shown beside it. */
export function Detail({ label, chosen, children }: DetailProps) {
  const section = useRef<HTMLElement>(null)
  useSplitFocus({ chosen, master: null, detail: section })
  return (
    <div className={styles.alone}>
      <section className={styles.detail} aria-label={label} ref={section} tabIndex={-1}>
        {children}
      </section>
    </div>
  )
}
