import type { ReactNode } from 'react'
import { Stack } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './split.module.css'

/** Replaces an empty list. */
export function ListNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}

/** Footer of a list, such as a summary. */
export function ListFoot({ children }: { children: ReactNode }) {
  return (
    <p className={styles.foot} role="status">
      {children}
    </p>
  )
}

/** What the detail view shows below its header; scrolls. */
export function DetailBody({ gap, children }: { gap: 3 | 5; children: ReactNode }) {
  return (
    <Stack gap={gap} fill className={styles.body}>
      {children}
    </Stack>
  )
}

/** Replaces the detail view while it loads, or shows a message instead of it. */
export function DetailWaiting({ busy = true, children }: { busy?: boolean; children?: ReactNode }) {
  return (
    <div className={styles.padded} aria-busy={busy}>
      {children ?? <Skeleton lines={8} />}
    </div>
  )
}

/** Shown while nothing is chosen. */
export function NothingChosen({ children }: { children: ReactNode }) {
  return (
    <Stack justify="center" grow className={styles.nothing}>
      {children}
    </Stack>
  )
}
