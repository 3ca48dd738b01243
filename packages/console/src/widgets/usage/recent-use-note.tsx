import { IconActivity } from '@tabler/icons-react'
import type { RecentUse } from './recent-use.ts'
import styles from './usage.module.css'

/** What was used lately, where somebody is about to take it away. */
export function RecentUseNote({ use }: { use: RecentUse }) {
  return (
    <p className={use.requests > 0 ? styles.inUse : styles.unused}>
      <IconActivity size={16} aria-hidden="true" />
      {use.text}
    </p>
  )
}
