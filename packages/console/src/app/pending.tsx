import { Spinner } from '../ui/spinner.tsx'
import { t } from './messages.ts'
import styles from './pending.module.css'

/** Shown while a slow page loads. */
export function Pending() {
  return (
    <div className={styles.pending}>
      <Spinner size="large" label={t.loading} />
    </div>
  )
}
