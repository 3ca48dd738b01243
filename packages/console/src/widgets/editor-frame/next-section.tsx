import { Button } from '../../ui/button.tsx'

interface NextSectionProps {
  /** The section that is open. */
  section: string
  from: string
  to: string
  open: (section: string) => void
}

/** Leads on from the first section of a form to the one that matters next. */
export function NextSection({ section, from, to, open }: NextSectionProps) {
  return section === from ? <Button onClick={() => open(to)}>Next &gt;</Button> : null
}
