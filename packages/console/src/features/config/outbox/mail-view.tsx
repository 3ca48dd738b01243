import { useState } from 'react'
import { Stack } from '../../../ui/layout.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Text } from '../../../ui/text.tsx'
import { MailFrame } from './mail-frame.tsx'
import styles from './mail-view.module.css'

interface MailViewProps {
  subject: string
  /** Where the page does not say it already. */
  withSubject?: boolean
  html: string
  text: string
}

/** A mail as its readers see it: with markup, and without. */
export function MailView({ subject, withSubject = false, html, text }: MailViewProps) {
  const [wanted, setWanted] = useState<'html' | 'text'>('html')
  const way = html === '' ? 'text' : wanted
  return (
    <Stack as="article" gap={2} aria-label="Message">
      {withSubject ? (
        <Text as="h3" size="lg" breakAnywhere>
          {subject || '(no subject)'}
        </Text>
      ) : null}
      <Tabs
        label="Body"
        tabs={[
          ...(html === '' ? [] : [{ id: 'html' as const, label: 'HTML' }]),
          { id: 'text' as const, label: 'Text' },
        ]}
        value={way}
        onChange={setWanted}
      >
        {way === 'html' ? (
          <MailFrame title={`Body of ${subject}`} html={html} />
        ) : (
          <pre className={styles.text}>{text || '(no text)'}</pre>
        )}
      </Tabs>
    </Stack>
  )
}
