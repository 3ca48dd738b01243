import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'

/** The sort direction next to a column name. The header cell itself announces it to screen readers. */
export function SortMark({ descending }: { descending: boolean }) {
  return descending ? <IconArrowDown size={14} aria-hidden="true" /> : <IconArrowUp size={14} aria-hidden="true" />
}
