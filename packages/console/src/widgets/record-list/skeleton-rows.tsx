import styles from './list-table.module.css'
import bones from './skeleton-rows.module.css'

const lines = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/** Grey rows of the right height, so that nothing moves when the real ones come. */
export function SkeletonRows({ columns }: { columns: number }) {
  const cells = Array.from({ length: columns + 2 }, (_, index) => index)
  return lines.map((line) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row takes no focus
    <tr key={line} aria-hidden="true" className={styles.row}>
      {cells.map((cell) => (
        <td key={cell} className={styles.cell}>
          {cell === 0 || cell === columns + 1 ? null : (
            <span className={bones.bone} style={{ width: `${45 + ((line * 37 + cell * 23) % 45)}%` }} />
          )}
        </td>
      ))}
    </tr>
  ))
}
