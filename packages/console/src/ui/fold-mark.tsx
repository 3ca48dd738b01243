import { IconChevronRight } from '@tabler/icons-react'
import { classNames } from './class-names.ts'
import styles from './fold-mark.module.css'

/** An arrow beside what unfolds; it points down while that is open. */
export function FoldMark({ open, className }: { open: boolean; className?: string | undefined }) {
  return (
    <IconChevronRight
      size={16}
      aria-hidden="true"
      className={classNames(styles.mark, open && styles.open, className)}
    />
  )
}
