import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'

/** Beside the name of a column: the way it is sorted. The cell itself says so to screen readers. */
export function SortMark({ descending }: { descending: boolean }) {
  return descending ? <IconArrowDown size={14} aria-hidden="true" /> : <IconArrowUp size={14} aria-hidden="true" />
}
