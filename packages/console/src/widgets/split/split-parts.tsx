import type { ReactNode } from 'react'
import { Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './split.module.css'

/** In place of a list that has nothing in it. */
export function ListNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}

/** Under a list: what it has, in a few words. */
export function ListFoot({ children }: { children: ReactNode }) {
  return (
    <p className={styles.foot} role="status">
      {children}
    </p>
  )
}

/** In place of what is chosen while it is read, or where something has to be said of it instead. */
export function DetailWaiting({ busy = true, children }: { busy?: boolean; children?: ReactNode }) {
  return (
    <div className={styles.waiting} aria-busy={busy}>
      {children ?? <Skeleton lines={8} />}
    </div>
  )
}

/** Where nothing is chosen. */
export function NothingChosen({ children }: { children: ReactNode }) {
  return (
    <Stack justify="center" grow className={styles.nothing}>
      {children}
    </Stack>
  )
}
