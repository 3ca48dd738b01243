import type { ReactNode, Ref } from 'react'
import styles from './split.module.css'

interface SplitProps {
  /** What the list is of. */
  label: string
  /** Above the list, where it does not scroll away. */
  head: ReactNode
  list: ReactNode
  foot?: ReactNode
  /** Whether something is chosen: a narrow window shows either the list or that. */
  chosen: boolean
  detail: ReactNode
  listRef?: Ref<HTMLElement>
}

/** A list, and beside it what is chosen in it. */
export function Split({ label, head, list, foot, chosen, detail, listRef }: SplitProps) {
  return (
    <div className={styles.split} data-chosen={chosen || undefined}>
      <nav className={styles.master} aria-label={label} ref={listRef}>
        <div className={styles.head}>{head}</div>
        <div className={styles.rows}>{list}</div>
        {foot}
      </nav>
      <section className={styles.detail} aria-label={`Chosen of ${label}`}>
        {detail}
      </section>
    </div>
  )
}
