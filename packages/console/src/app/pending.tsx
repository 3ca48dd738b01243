import { Spinner } from '../ui/spinner.tsx'
import { t } from './messages.ts'
import styles from './pending.module.css'

/** Shown when the next page takes longer than a moment. */
export function Pending() {
  return (
    <div className={styles.pending}>
      <Spinner size="large" label={t.loading} />
    </div>
  )
}
