import styles from './skeleton.module.css'

/** Grey lines where text will be; the widths vary so that it reads as text. Hidden from screen readers. */
export function Skeleton({ lines = 1 }: { lines?: number }) {
  return (
    <span className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => index).map((line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  )
}
