import type { ListedService } from '@millwright/contract/wire/services'
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useOpenTabs } from '../../../widgets/records/open-tabs/open-tabs.ts'
import { t } from '../messages.ts'
import { HomeCard } from '../step-card.tsx'
import {
  deleteFirstCall,
  firstCallName,
  makeFirstCall,
  NoTable,
  sampleService,
  storedFirstCallQuery,
} from './first-call.ts'

const loadResult = () => import('./first-call-result.tsx')
const FirstCallResult = lazy(() => loadResult().then((module) => ({ default: module.FirstCallResult })))

/** Creates an API key that reads one table, shows the request with it in three languages, and makes it. */
export function FirstCallCard({ databases }: { databases: readonly ListedService[] }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const tabs = useOpenTabs()
  const { data: stored, isPending, error } = useQuery(storedFirstCallQuery)
  const call = useMutation({ mutationFn: () => makeFirstCall(queryClient, databases, stored ?? null) })
  const hasSample = databases.some(({ name }) => name === sampleService)
  const firstCall = call.data ?? stored ?? null

  const remove = async () => {
    if (firstCall === null) return
    const gone = await confirm({
      title: t.deleteKeyQuestion({ name: firstCallName }),
      text: t.deleteKeyWarning({ name: firstCallName }),
      action: t.deleteKeyAction,
      danger: true,
      run: () => deleteFirstCall(queryClient, firstCall),
    })
    if (gone) call.reset()
  }

  return (
    <HomeCard
      wide
      icon={<IconPlayerPlay aria-hidden="true" />}
      title={hasSample ? t.callSampleApi : t.callYourApi}
      text={hasSample ? t.sampleKeyHelp : t.ownKeyHelp}
      done={firstCall === null ? null : t.keyCreated}
      actions={
        <>
          <Button
            variant={firstCall === null ? 'primary' : 'default'}
            loading={call.isPending || isPending}
            disabledReason={firstCall === null ? (writeBlock ?? (error && messageOf(error))) : null}
            reads={firstCall !== null}
            onPointerEnter={() => void loadResult()}
            onClick={() => call.mutate()}
          >
            {firstCall === null ? t.createKeyAction : call.data ? t.sendAgain : t.showKeyAction}
          </Button>
          {firstCall === null ? null : (
            <Button
              variant="quiet"
              icon={<IconTrash />}
              disabledReason={writeBlock ?? (call.isPending ? t.sendingRequest : null)}
              onClick={() => void remove()}
            >
              {t.deleteKey}
            </Button>
          )}
        </>
      }
    >
      {call.error ? (
        <Banner tone="danger">
          {messageOf(call.error)}{' '}
          {call.error instanceof NoTable && databases[0] && tabs.some(({ path }) => path === '/schema') ? (
            <Link to={`/schema/${encodeURIComponent(databases[0].name)}/create`}>{t.createATable}</Link>
          ) : null}
        </Banner>
      ) : null}
      {call.data ? (
        <Suspense fallback={null}>
          <FirstCallResult call={call.data} />
        </Suspense>
      ) : null}
    </HomeCard>
  )
}
