import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'
import styles from './outbox.module.css'

/** The addresses in a mail, to follow and to copy. */
export function MailLinkList({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <Stack as="section" gap={2} className={styles.links} aria-labelledby="mail-links">
      <h3 id="mail-links">{links.length === 1 ? t.theLinkInThisMail : t.linksInThisMail}</h3>
      <Text tone="muted" size="sm" measure>
        {t.anInvitationIsForSomebody}
      </Text>
      <ul>
        {links.map((link) => (
          <Row key={link} as="li" gap={3} rowGap={2} wrap className={styles.link}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {link}
            </a>
            <CopyTextButton size="small" text={link}>
              {t.copyLink}
            </CopyTextButton>
          </Row>
        ))}
      </ul>
    </Stack>
  )
}
