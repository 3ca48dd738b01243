import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Loaded, recordQuery } from '../../../instance/collections.ts'
import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import type { Params } from '../../../instance/transport.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { commonWords } from '../../../words/messages.ts'
import { EditorContent } from './editor-frame.tsx'
import { t } from './messages.ts'

interface LoadedRecordProps<R> {
  collection: string
  id: string
  params: Params
  one: string
  onClose: () => void
  children: (loaded: Loaded<R>) => ReactNode
}

/** Loads a record and shows its form; reports a record that no longer exists. */
export function LoadedRecord<R>({ collection, id, params, one, onClose, children }: LoadedRecordProps<R>) {
  const isNumber = /^\d+$/.test(id)
  const query = useQuery({
    ...recordQuery<R>(collection, id, params),
    enabled: isNumber,
    staleTime: 0,
    // The record must not change while it is edited; saving detects others' changes.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (query.data && query.isFetchedAfterMount) return children(query.data)
  if (isNumber && (!query.error || query.isFetching))
    return (
      <EditorContent aria-busy="true">
        <Skeleton lines={8} />
      </EditorContent>
    )
  const gone = !isNumber || (query.error instanceof InstanceError && query.error.status === 404)
  const missing = isNumber ? t.noSuchNumber({ one, id }) : t.noSuchAddress({ one })
  return (
    <EditorContent>
      <Banner
        tone={gone ? 'warning' : 'danger'}
        title={gone ? missing : t.recordFailed({ one })}
        actions={
          gone ? (
            <Button size="small" onClick={onClose}>
              {t.backToList}
            </Button>
          ) : (
            <Button size="small" onClick={() => void query.refetch()}>
              {commonWords.tryAgain}
            </Button>
          )
        }
      >
        {!gone ? messageOf(query.error) : isNumber ? t.maybeDeleted : t.idMissing}
      </Banner>
    </EditorContent>
  )
}
