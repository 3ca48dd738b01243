import { type ReactNode, type RefObject, useRef } from 'react'
import { t } from './messages.ts'
import styles from './split.module.css'
import { useSplitFocus } from './use-split-focus.ts'

interface SplitProps {
  /** What the list is of. */
  label: string
  /** Above the list, where it does not scroll away. */
  head: ReactNode
  list: ReactNode
  foot?: ReactNode
  /** What is chosen, if anything: a narrow window shows either the list or that. */
  chosen: string | null
  detail: ReactNode
  /** A wide window leaves the list out, for more room beside it. */
  folded?: boolean
  /** What is beside the list while nothing is chosen begins something: a narrow window shows it, too, above the list. */
  begins?: boolean
  master: RefObject<HTMLElement | null>
}

/** A list, and beside it what is chosen in it. */
export function Split({ label, head, list, foot, chosen, detail, folded = false, begins = false, master }: SplitProps) {
  const section = useRef<HTMLElement>(null)
  useSplitFocus({ chosen, master, detail: section })
  return (
    <div
      className={styles.split}
      data-chosen={chosen === null ? undefined : true}
      data-folded={folded || undefined}
      data-begins={(begins && chosen === null) || undefined}
    >
      <nav className={styles.master} aria-label={label} ref={master} tabIndex={-1}>
        <div className={styles.head}>{head}</div>
        <div className={styles.rows}>{list}</div>
        {foot}
      </nav>
      <section className={styles.detail} aria-label={t.chosenOf({ label })} ref={section} tabIndex={-1}>
        {detail}
      </section>
    </div>
  )
}
