import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './split.module.css'

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
  master: RefObject<HTMLElement | null>
}

/** A list, and beside it what is chosen in it. */
export function Split({ label, head, list, foot, chosen, detail, folded = false, master }: SplitProps) {
  const section = useRef<HTMLElement>(null)
  useSplitFocus({ chosen, master, detail: section })
  return (
    <div className={styles.split} data-chosen={chosen === null ? undefined : true} data-folded={folded || undefined}>
      <nav className={styles.master} aria-label={label} ref={master} tabIndex={-1}>
        <div className={styles.head}>{head}</div>
        <div className={styles.rows}>{list}</div>
        {foot}
      </nav>
      <section className={styles.detail} aria-label={`Chosen of ${label}`} ref={section} tabIndex={-1}>
        {detail}
      </section>
    </div>
  )
}

interface SplitFocus {
  readonly chosen: string | null
  readonly master: RefObject<HTMLElement | null>
  readonly detail: RefObject<HTMLElement | null>
}

/**
 * Where a choice took away what had the focus, it goes on in the part that is shown now. A narrow window hides the list
 * beside what is chosen, and what was chosen before is hidden while the next is loaded.
 */
function useSplitFocus({ chosen, master, detail }: SplitFocus): void {
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    const active = document.activeElement
    const hidden = active instanceof HTMLElement && active.offsetParent === null
    const within = [master, detail].some((part) => part.current?.contains(active))
    const gone = active === null || active === document.body || (within && hidden)
    if (gone) (chosen === null ? master : detail).current?.focus({ preventScroll: true })
  }, [chosen, master, detail])
}
