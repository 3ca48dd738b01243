import { Button } from '../../../ui/button.tsx'
import { t } from './messages.ts'

interface NextSectionProps {
  /** The open section. */
  section: string
  from: string
  to: string
  open: (section: string) => void
}

/** A button from the first section of a form to the next important one. */
export function NextSection({ section, from, to, open }: NextSectionProps) {
  return section === from ? <Button onClick={() => open(to)}>{t.next}</Button> : null
}
