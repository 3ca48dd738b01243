import { t } from './messages.ts'
import styles from './progress.module.css'

interface ProgressBarProps {
  label: string
  /** Share that is done, 0 to 1; `null` if unknown. */
  share: number | null
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  return <progress className={styles.bar} aria-label={label} {...(share === null ? {} : { value: share })} max={1} />
}

interface ProgressProps extends Pick<ProgressBarProps, 'share'> {
  words: string
}

/** A progress bar for long work, with what is being done. */
export function Progress({ words, share }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <ProgressBar label={t.progress} share={share} />
      <p role="status">{words}</p>
    </div>
  )
}
