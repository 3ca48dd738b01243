import type { ReactNode } from 'react'
import { Row } from '../../ui/layout.tsx'
import styles from './list-screen.module.css'

interface ScreenProps {
  title: string
  /** One line on what the tab is for. */
  purpose: string
  /** At the end of the line of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A tab: what it is, and its content with the rest of the height. */
export function Screen({ title, purpose, aside, children }: ScreenProps) {
  return (
    <div className={styles.screen}>
      <Row as="header" gap={5} rowGap={2} align="end" justify="between" wrap>
        <div className={styles.titles}>
          <h1>{title}</h1>
          <p className={styles.purpose}>{purpose}</p>
        </div>
        {aside}
      </Row>
      {children}
    </div>
  )
}
