import { Stack } from '../../ui/layout.tsx'
import styles from './transfer.module.css'

const number = new Intl.NumberFormat()

interface TransferProgressProps {
  done: number
  /** Null while it is not known. */
  total: number | null
  word: string
}

/** How far a file is. */
export function TransferProgress({ done, total, word }: TransferProgressProps) {
  return (
    <Stack gap={4} className={styles.progress}>
      <progress
        className={styles.bar}
        aria-label="Progress"
        {...(total === null ? {} : { value: Math.min(done, total), max: Math.max(total, 1) })}
      />
      <p role="status">
        {number.format(done)}
        {total === null ? '' : ` of ${number.format(total)}`} records {word}
      </p>
    </Stack>
  )
}
