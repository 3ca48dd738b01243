import { IconExternalLink } from '@tabler/icons-react'
import card from '../../ui/card.module.css'
import { Stack } from '../../ui/layout.tsx'
import type { OutsideLink } from './home-data.ts'
import { t } from './messages.ts'

/** Links to external pages, from which nothing is loaded. Renders nothing if none has a URL. */
export function LinkList({ title, links }: { title: string; links: readonly OutsideLink[] }) {
  const shown = links.filter(({ href }) => href !== '')
  if (shown.length === 0) return null
  return (
    <Stack as="section" gap={3}>
      <h2>{title}</h2>
      <ul className={card.cards}>
        {shown.map(({ label, text, href }) => (
          <li key={label}>
            <a className={card.card} href={href} target="_blank" rel="noopener noreferrer">
              <span className={card.words}>
                <span className={card.title}>{label}</span>
                <span className={card.note}>{text}</span>
              </span>
              <IconExternalLink size={16} color="var(--text-muted)" aria-label={t.opensWindow} />
            </a>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
