import type { ReactNode } from 'react'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './list-screen.module.css'

interface ScreenProps {
  title: string
  /** One line on what the tab is for. */
  purpose?: string
  /** In the line of the title, before it: what it belongs to. */
  above?: ReactNode
  /** The same, after it. */
  beside?: ReactNode
  /** At the end of the line of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A tab: what it is, and its content with the rest of the height. */
export function Screen({ title, purpose, above, beside, aside, children }: ScreenProps) {
  return (
    <div className={styles.screen}>
      <Row as="header" gap={5} rowGap={2} align="end" justify="between" wrap>
        <Stack shrink>
          <div className={styles.title}>
            {above}
            <Text as="h1" truncate shrink title={title}>
              {title}
            </Text>
            {beside}
          </div>
          {purpose === undefined ? null : <p className={styles.purpose}>{purpose}</p>}
        </Stack>
        {aside}
      </Row>
      {children}
    </div>
  )
}
