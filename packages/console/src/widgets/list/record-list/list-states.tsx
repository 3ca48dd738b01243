import { IconListSearch as IconMoodEmpty } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import type { ListMessages } from '../../records/list-declaration/declaration.ts'
import { LoadFailure } from '../../records/load-failure/load-failure.tsx'
import { t } from './messages.ts'
import styles from './record-list.module.css'

interface OldRowsProps {
  error: Error
  trying: boolean
  onRetry: () => void
}

/** A note above old rows that failed to reload. */
export function OldRows({ error, trying, onRetry }: OldRowsProps) {
  return (
    <Banner
      tone="warning"
      title={t.rowsOutdated}
      actions={
        <Button size="small" loading={trying} onClick={onRetry}>
          {commonWords.tryAgain}
        </Button>
      }
    >
      {messageOf(error)}
    </Banner>
  )
}

interface ListStateProps {
  messages: ListMessages
  error: Error | null
  /** Whether a search or filter is active. */
  asked: boolean
  onRetry: () => void
  onClear: () => void
  create: ReactNode
}

/** Shown instead of rows: why there are none, with possible actions. */
export function ListState({ messages, error, asked, onRetry, onClear, create }: ListStateProps) {
  if (error)
    return (
      <div className={styles.state}>
        <LoadFailure error={error} text={messages.loadFailed} onRetry={onRetry} />
      </div>
    )
  if (asked)
    return (
      <div className={styles.state}>
        <EmptyState
          icon={<IconMoodEmpty />}
          title={messages.noMatch}
          actions={<Button onClick={onClear}>{tabWords.clearSearch}</Button>}
        />
      </div>
    )
  return (
    <div className={styles.state}>
      <EmptyState title={messages.empty ?? t.nothingHere} actions={create}>
        {messages.purpose}
      </EmptyState>
    </div>
  )
}
