import { useFilterNote } from '../../../instance/filter-note.ts'
import { Banner } from '../../../ui/banner.tsx'

/** Notes that a server may find more than requested. */
export function FilterNote({ filter }: { filter: string | null }) {
  const note = useFilterNote(filter)
  return note === null ? null : <Banner tone="info">{note}</Banner>
}
