import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './apps.module.css'

interface CopyLineProps {
  label: string
  /** Completes "Copy: …". */
  what: string
  /** `null` if there is nothing to show. */
  text: string | null
  children?: ReactNode
}

/** A read-only text with a button to copy it. */
export function CopyLine({ label, what, text, children }: CopyLineProps) {
  return (
    <div className={styles.info}>
      <Text as="span" tone="muted" size="sm" weight="medium">
        {label}
      </Text>
      <Row as="span" gap={2} wrap>
        {text === null ? null : (
          <>
            <code className={styles.infoText}>{text}</code>
            <CopyButton what={what} text={text} key={text} />
          </>
        )}
        {children}
      </Row>
    </div>
  )
}
