import styles from './skeleton.module.css'

/** Grey placeholder lines of varying widths. Hidden from screen readers. */
export function Skeleton({ lines = 1 }: { lines?: number }) {
  return (
    <span className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => index).map((line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  )
}
