import { IconFolderOff, IconFolderOpen, IconListSearch, IconLock } from '@tabler/icons-react'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import list from '../../widgets/record-list/record-list.module.css'

interface FolderStateProps {
  error: Error | null
  isRoot: boolean
  find: string
  onRetry: () => void
  onUp: () => void
  onClear: () => void
  onUpload: () => void
}

/** What stands in the place of entries: why there are none, and what to do about it. */
export function FolderState({ error, isRoot, find, ...act }: FolderStateProps) {
  return (
    <div className={list.state}>
      {error ? (
        <Refused error={error} isRoot={isRoot} onRetry={act.onRetry} onUp={act.onUp} />
      ) : find !== '' ? (
        <EmptyState
          icon={<IconListSearch />}
          title={`Nothing here is named like “${find}”.`}
          actions={<Button onClick={act.onClear}>Clear search</Button>}
        />
      ) : (
        <EmptyState
          icon={<IconFolderOpen />}
          title="This folder is empty."
          actions={<Button onClick={act.onUpload}>Upload files</Button>}
        >
          Drop files and folders here, or choose them.
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
  const up = <Button onClick={onUp}>{isRoot ? 'All services' : 'Up one folder'}</Button>
  if (status === 403 || status === 401)
    return (
      <EmptyState icon={<IconLock />} title="Your role may not read this folder." actions={up}>
        {messageOf(error)}
      </EmptyState>
    )
  if (status === 404)
    return (
      <EmptyState icon={<IconFolderOff />} title="Folder not found." actions={up}>
        It may have been renamed, moved or deleted.
      </EmptyState>
    )
  return <LoadFailure error={error} text="Could not load the folder." onRetry={onRetry} />
}
