import styles from './dialogs.module.css'
import { t } from './opened/messages.ts'

interface ProgressProps {
  words: string
  /** From 0 to 1; null while it is not known. */
  share: number | null
}

/** How far long work is. */
export function Progress({ words, share }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} aria-label={t.progress} {...(share === null ? {} : { value: share })} max={1} />
      <p role="status">{words}</p>
    </div>
  )
}
