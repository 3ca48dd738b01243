import { useMemo, useState } from 'react'
import { Stack } from '../../../ui/layout.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'
import { applyStyles, mailDocument } from './mail-document.ts'
import styles from './mail-view.module.css'

interface MailViewProps {
  subject: string
  /** Shows the subject, if the page does not show it already. */
  withSubject?: boolean
  html: string
  text: string
}

/** A mail as recipients see it: as HTML, and as text. */
export function MailView({ subject, withSubject = false, html, text }: MailViewProps) {
  const [wanted, setWanted] = useState<'html' | 'text'>('html')
  const way = html === '' ? 'text' : wanted
  return (
    <Stack as="article" gap={2} aria-label={t.message}>
      {withSubject ? (
        <Text as="h3" size="lg" breakAnywhere>
          {subject || t.noSubject}
        </Text>
      ) : null}
      <Tabs
        label={t.body}
        tabs={[
          ...(html === '' ? [] : [{ id: 'html' as const, label: 'HTML' }]),
          { id: 'text' as const, label: t.text },
        ]}
        value={way}
        onChange={setWanted}
      >
        {way === 'html' ? (
          <MailFrame title={t.mailBody({ subject })} html={html} />
        ) : (
          <pre className={styles.text}>{text || t.noText}</pre>
        )}
      </Tabs>
    </Stack>
  )
}

interface MailFrameProps {
  title: string
  html: string
}

/**
 * Shows the HTML of a mail in a frame in which no script runs and no form is submitted; its links open in a new window. The page's policy
 * also applies there, so that external pictures are not loaded.
 */
function MailFrame({ title, html }: MailFrameProps) {
  const mail = useMemo(() => mailDocument(html), [html])
  return (
    <iframe
      className={styles.frame}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={mail.html}
      onLoad={({ currentTarget }) => {
        if (currentTarget.contentDocument) applyStyles(currentTarget.contentDocument, mail.css)
      }}
    />
  )
}
