import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { RetryBanner } from '../../ui/retry-banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DetailHeader } from '../../widgets/split/detail-header.tsx'
import { DetailWaiting } from '../../widgets/split/split-parts.tsx'
import { openScriptQuery } from './script-access.ts'
import { ScriptForm } from './script-form.tsx'

interface ScriptViewProps {
  name: string
  /** The menu is out of the way. */
  folded: boolean
  onFold: () => void
  onClose: () => void
}

/** The script of an event once it was read. A refusal leads back to the menu; a lost connection can be mended here. */
export function ScriptView({ name, folded, onFold, onClose }: ScriptViewProps) {
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery(openScriptQuery(name))
  /** Counts forms: a script that was written again after somebody deleted it begins a new one. */
  const [round, setRound] = useState(0)
  const refused = error instanceof InstanceError && error.kind === 'refused'
  const leave = useEffectEvent((why: Error) => {
    notifyRefusal(why)
    onClose()
  })
  useEffect(() => {
    if (error && refused) leave(error)
  }, [error, refused])

  if (data && isFetchedAfterMount)
    return (
      <ScriptForm
        key={round}
        loaded={data}
        folded={folded}
        onFold={onFold}
        onClose={onClose}
        onWrittenAgain={() => void refetch().then(() => setRound(round + 1))}
      />
    )
  return (
    <>
      <DetailHeader title={name} many="events" onBack={onClose} />
      <DetailWaiting busy={isFetching}>
        {error && !isFetching ? (
          <RetryBanner title="This script could not be read." onRetry={() => void refetch()}>
            {messageOf(error)}
          </RetryBanner>
        ) : (
          <Skeleton lines={8} />
        )}
      </DetailWaiting>
    </>
  )
}
