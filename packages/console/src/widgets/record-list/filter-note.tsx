import { useFilterNote } from '../../instance/filter-note.ts'
import { Banner } from '../../ui/banner.tsx'

interface FilterNoteProps {
  filter: string | null
  /** What the list itself says of its rows; null: nothing. */
  declared?: string | null
}

/** Says when a server may find more than was asked for, or the list shows less. */
export function FilterNote({ filter, declared = null }: FilterNoteProps) {
  const note = useFilterNote(filter) ?? declared
  return note === null ? null : <Banner tone="info">{note}</Banner>
}
