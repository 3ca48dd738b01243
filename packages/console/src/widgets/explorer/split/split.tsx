import { type ReactNode, type RefObject, useRef } from 'react'
import { t } from './messages.ts'
import styles from './split.module.css'
import { useSplitFocus } from './use-split-focus.ts'

interface SplitProps {
  /** Accessible name of the list. */
  label: string
  /** Header above the list, which does not scroll with it. */
  head: ReactNode
  list: ReactNode
  foot?: ReactNode
  /** The chosen item, or `null`. A narrow window shows either the list or the detail view. */
  chosen: string | null
  detail: ReactNode
  /** Hides the list in wide windows, for more room beside it. */
  folded?: boolean
  /** Whether the detail view without a choice is a starting point, which narrow windows show above the list. */
  begins?: boolean
  master: RefObject<HTMLElement | null>
}

/** A list with a detail view beside it. */
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
      <section className={styles.detail} aria-label={t.selectedInList({ label })} ref={section} tabIndex={-1}>
        {detail}
      </section>
    </div>
  )
}
