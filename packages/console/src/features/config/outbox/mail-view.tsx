import { useState } from 'react'
import { Tabs } from '../../../ui/tabs.tsx'
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
    <article className={styles.mail} aria-label="Message">
      {withSubject ? <h3 className={styles.subject}>{subject || '(no subject)'}</h3> : null}
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
    </article>
  )
}
