import styles from '../widgets/record-list/dialogs.module.css'
import { t } from '../widgets/record-list/opened/messages.ts'

interface ProgressProps {
  words: string
  /** Share that is done, 0 to 1; `null` if unknown. */
  share: number | null
}

/** A progress bar for long work. */
export function Progress({ words, share }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} aria-label={t.progress} {...(share === null ? {} : { value: share })} max={1} />
      <p role="status">{words}</p>
    </div>
  )
}
