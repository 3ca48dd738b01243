import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './outbox.module.css'

/** The addresses in a mail, to follow and to copy. */
export function MailLinkList({ links }: { links: readonly string[] }) {
  const [copied, setCopied] = useState<string | null>(null)
  if (links.length === 0) return null
  const copy = async (link: string) => {
    await navigator.clipboard?.writeText(link)
    setCopied(link)
  }
  return (
    <section className={styles.links} aria-labelledby="mail-links">
      <h3 id="mail-links">{links.length === 1 ? 'The link in this mail' : 'Links in this mail'}</h3>
      <p className={styles.hint}>
        An invitation is for somebody who is not signed in: copy the link into a private window, or send it on.
      </p>
      <ul>
        {links.map((link) => (
          <li key={link} className={styles.link}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {link}
            </a>
            <Button size="small" icon={copied === link ? <IconCheck /> : <IconCopy />} onClick={() => void copy(link)}>
              {copied === link ? 'Copied' : 'Copy link'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
