import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './outbox.module.css'

/** The addresses in a mail, to follow and to copy. */
export function MailLinkList({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <Stack as="section" gap={2} className={styles.links} aria-labelledby="mail-links">
      <h3 id="mail-links">{links.length === 1 ? 'The link in this mail' : 'Links in this mail'}</h3>
      <Text tone="muted" size="sm" measure>
        An invitation is for somebody who is not signed in: copy the link into a private window, or send it on.
      </Text>
      <ul>
        {links.map((link) => (
          <Row key={link} as="li" gap={3} rowGap={2} wrap className={styles.link}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {link}
            </a>
            <CopyTextButton size="small" text={link}>
              Copy link
            </CopyTextButton>
          </Row>
        ))}
      </ul>
    </Stack>
  )
}
