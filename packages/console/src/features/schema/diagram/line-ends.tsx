import styles from './diagram.module.css'

/** How lines end: one row, or many. */
export function LineEnds() {
  return (
    <svg className={styles.lineEnds} aria-hidden="true" focusable="false">
      <title>Ends of lines</title>
      <defs>
        <marker
          id="end-many"
          viewBox="0 0 12 12"
          refX="0"
          refY="6"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 1 L10 6 L0 11 M0 6 L10 6" className={styles.lineEnd} />
        </marker>
        <marker
          id="end-one"
          viewBox="0 0 12 12"
          refX="6"
          refY="6"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M3 2 L3 10" className={styles.lineEnd} />
        </marker>
      </defs>
    </svg>
  )
}
