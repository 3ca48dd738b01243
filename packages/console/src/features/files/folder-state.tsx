import { IconFolderOff, IconFolderOpen, IconListSearch, IconLock } from '@tabler/icons-react'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import list from '../../widgets/list/record-list/record-list.module.css'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { filesMessages } from './messages.ts'

interface FolderStateProps {
  error: Error | null
  isRoot: boolean
  find: string
  onRetry: () => void
  onUp: () => void
  onClear: () => void
  onUpload: () => void
}

/** Shown instead of entries: why there are none, and what to do about it. */
export function FolderState({ error, isRoot, find, ...act }: FolderStateProps) {
  return (
    <div className={list.state}>
      {error ? (
        <Refused error={error} isRoot={isRoot} onRetry={act.onRetry} onUp={act.onUp} />
      ) : find !== '' ? (
        <EmptyState
          icon={<IconListSearch />}
          title={filesMessages.nothingFound({ find })}
          actions={<Button onClick={act.onClear}>{tabWords.clearSearch}</Button>}
        />
      ) : (
        <EmptyState
          icon={<IconFolderOpen />}
          title={filesMessages.folderEmpty}
          actions={<Button onClick={act.onUpload}>{filesMessages.uploadFiles}</Button>}
        >
          {filesMessages.emptyFolderHelp}
        </EmptyState>
      )}
    </div>
  )
}

interface RefusedProps {
  error: Error
  isRoot: boolean
  onRetry: () => void
  onUp: () => void
}

function Refused({ error, isRoot, onRetry, onUp }: RefusedProps) {
  const status = error instanceof InstanceError ? error.status : 0
  const up = <Button onClick={onUp}>{isRoot ? filesMessages.allServices : filesMessages.upOneFolder}</Button>
  if (status === 403 || status === 401)
    return (
      <EmptyState icon={<IconLock />} title={filesMessages.folderForbidden} actions={up}>
        {messageOf(error)}
      </EmptyState>
    )
  if (status === 404)
    return (
      <EmptyState icon={<IconFolderOff />} title={filesMessages.folderNotFound} actions={up}>
        {filesMessages.maybeRenamed}
      </EmptyState>
    )
  return <LoadFailure error={error} text={filesMessages.folderFailed} onRetry={onRetry} />
}
