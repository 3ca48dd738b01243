import styles from './mail-frame.module.css'

interface MailFrameProps {
  title: string
  html: string
}

/**
 * Shows the HTML of a mail in a frame of its own that may do nothing: no scripts, no forms, no way to this page. The page's
 * policy holds there too, so that pictures from elsewhere are not fetched.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  return <iframe className={styles.frame} title={title} sandbox="" referrerPolicy="no-referrer" srcDoc={html} />
}
