import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { RecordId } from '../../instance/collections.ts'
import { ListScreen, useCreateHash } from '../../widgets/list/list-screen/list-screen.tsx'
import { Licensed } from '../../widgets/list/paywall/licensed.tsx'
import { newRecord } from '../../widgets/list/record-list/new-record.ts'
import { RecordList } from '../../widgets/list/record-list/record-list.tsx'
import { limitsList } from './limits-list.tsx'
import { limitMessages } from './messages.ts'

const LimitEditor = lazy(() => import('./limit-editor.tsx').then((module) => ({ default: module.LimitEditor })))

/** The Limits tab: the list with its counters, and the panel of one limit over it. */
export function LimitsScreen() {
  const { id = null } = useParams({ strict: false })
  const queryClient = useQueryClient()
  const declaration = useMemo(() => limitsList(queryClient), [queryClient])
  const [saved, setSaved] = useState<RecordId | null>(null)
  useCreateHash('/limits')
  return (
    <ListScreen title={limitMessages.module} purpose={limitMessages.purpose} path="/limits" creating={id === newRecord}>
      <Licensed
        resources={['limit']}
        serviceName={limitMessages.module}
        name="Limits"
        level="GOLD"
        messages={limitMessages}
      >
        <RecordList declaration={declaration} openId={id} flashId={saved} />
        {id === null ? null : (
          <Suspense fallback={null}>
            <LimitEditor key={id} id={id === newRecord ? null : id} onSaved={setSaved} />
          </Suspense>
        )}
      </Licensed>
    </ListScreen>
  )
}
