import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { t } from './messages.ts'
import styles from './split.module.css'

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

interface SplitFocus {
  readonly chosen: string | null
  /** `null` if there is no list beside the detail view. */
  readonly master: RefObject<HTMLElement | null> | null
  readonly detail: RefObject<HTMLElement | null>
}

/**
 * Moves the focus to the visible part if a choice hid or removed the focused element: a narrow window hides the list behind the
 * detail view, and the previous detail view is hidden while the next one loads.
 */
function useSplitFocus({ chosen, master, detail }: SplitFocus): void {
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    const active = document.activeElement
    const hidden = active instanceof HTMLElement && active.offsetParent === null
    const within = [master, detail].some((part) => part?.current?.contains(active))
    const gone = active === null || active === document.body || (within && hidden)
    if (gone) (chosen === null ? master : detail)?.current?.focus({ preventScroll: true })
  }, [chosen, master, detail])
}
