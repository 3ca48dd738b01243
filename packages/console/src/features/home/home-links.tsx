import type { HomeLink } from '@millwright/contract/wire/environment'
import { IconExternalLink } from '@tabler/icons-react'
import card from '../../ui/card.module.css'
import { Stack } from '../../ui/layout.tsx'
import type { OutsideLink } from './home-data.ts'
import { t } from './messages.ts'

/** A page configured by the instance, which replaces the default four. */
export type OwnPage = {
  readonly name: string
  readonly label: string
  readonly address: string
  readonly inFrame: boolean
}

/** Returns the pages that an instance configures for its home; empty for the default ones. URLs other than web URLs are ignored. */
export function ownPages(links: readonly HomeLink[] | undefined, origin: string): OwnPage[] {
  return (links ?? []).flatMap((link) => {
    const address = webAddress(link.template ?? link.href ?? '', origin)
    if (!link.name || !address) return []
    return [
      {
        name: link.name,
        label: link.label || link.name,
        address: address.href,
        // Pages of other origins open in a new window: embedded, they could look like a part of the console.
        inFrame: address.origin === origin,
      },
    ]
  })
}

function webAddress(text: string, origin: string): URL | null {
  if (text.trim() === '' || !URL.canParse(text, origin)) return null
  const address = new URL(text, origin)
  return address.protocol === 'http:' || address.protocol === 'https:' ? address : null
}

/** Links to external pages, from which nothing is loaded. Renders nothing if none has a URL. */
export function OutsideLinks({ title, links }: { title: string; links: readonly OutsideLink[] }) {
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
