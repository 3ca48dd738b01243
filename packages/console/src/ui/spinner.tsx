import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** A spinning ring. With a `label` it is announced; without one it decorates adjacent text. */
export function Spinner({ label, size = 'small' }: { label?: string; size?: 'small' | 'large' }) {
  const className = classNames(styles.spinner, size === 'large' && styles.large)
  if (label === undefined) return <span className={className} aria-hidden="true" />
  return (
    <span className={styles.announced} role="status">
      <span className={className} aria-hidden="true" />
      <span>{label}</span>
    </span>
  )
}
