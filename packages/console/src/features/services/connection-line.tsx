import { IconCircleCheck } from '@tabler/icons-react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import type { Connection } from './connection-results.ts'
import { serviceMessages } from './messages.ts'
import styles from './services.module.css'

interface ConnectionLineProps {
  connection: Connection
  /** Settings were changed since, and are not saved: what is tried is what is stored. */
  unsaved: boolean
  onTry: () => void
}

/** Whether the stored settings of a service lead to what it connects, and a way to find out. */
export function ConnectionLine({ connection, unsaved, onTry }: ConnectionLineProps) {
  const again = (
    <Button
      reads
      size="small"
      loading={connection === 'trying'}
      disabledReason={unsaved ? 'Save first: what is stored is tried.' : null}
      onClick={onTry}
    >
      Test connection
    </Button>
  )
  if (typeof connection === 'object') {
    const failed = 'failed' in connection
    return (
      <Banner tone={failed ? 'danger' : 'warning'} actions={again}>
        {failed ? connection.failed : connection.warned}
        {failed && connection.reason ? <p className={styles.reason}>{connection.reason}</p> : null}
      </Banner>
    )
  }
  return (
    <Row gap={3} wrap>
      {again}
      {connection === 'works' ? (
        <span className={styles.works}>
          <IconCircleCheck aria-hidden="true" />
          {serviceMessages.testSucceeded}
        </span>
      ) : null}
    </Row>
  )
}
