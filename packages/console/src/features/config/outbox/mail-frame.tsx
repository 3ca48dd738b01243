import { useMemo } from 'react'
import { dress, mailDocument } from './mail-document.ts'
import styles from './mail-frame.module.css'

interface MailFrameProps {
  title: string
  html: string
}

/**
 * Shows the HTML of a mail in a frame in which no script runs and no form is sent; its links open in a window of their own.
 * The page's policy holds there too, so that pictures from elsewhere are not fetched.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const mail = useMemo(() => mailDocument(html), [html])
  return (
    <iframe
      className={styles.frame}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={mail.html}
      onLoad={({ currentTarget }) => {
        if (currentTarget.contentDocument) dress(currentTarget.contentDocument, mail.css)
      }}
    />
  )
}
