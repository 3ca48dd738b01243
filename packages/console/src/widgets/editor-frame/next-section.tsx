import { Button } from '../../ui/button.tsx'
import { t } from './messages.ts'

interface NextSectionProps {
  /** The section that is open. */
  section: string
  from: string
  to: string
  open: (section: string) => void
}

/** Leads on from the first section of a form to the one that matters next. */
export function NextSection({ section, from, to, open }: NextSectionProps) {
  return section === from ? <Button onClick={() => open(to)}>{t.next}</Button> : null
}
