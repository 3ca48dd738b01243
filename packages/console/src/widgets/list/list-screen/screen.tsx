import type { ReactNode } from 'react'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Purpose } from '../../../ui/purpose.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './list-screen.module.css'

interface ScreenProps {
  title: string
  /** One line about the purpose of the tab. */
  purpose?: string
  /** Content before the title, on the same line: what it belongs to. */
  above?: ReactNode
  /** Content after the title, on the same line. */
  beside?: ReactNode
  /** Content at the end of the title line. */
  aside?: ReactNode
  children: ReactNode
}

/** A tab with title, purpose, and its content in the remaining height. */
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
          {purpose === undefined ? null : <Purpose>{purpose}</Purpose>}
        </Stack>
        {aside}
      </Row>
      {children}
    </div>
  )
}
