import { type ReactNode, useRef } from 'react'
import styles from './split.module.css'
import { useSplitFocus } from './use-split-focus.ts'

interface DetailProps {
  label: string
  /** Tells what is shown from what was. */
  chosen: string
  children: ReactNode
}

/** What is chosen in a list that stands elsewhere. */
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
