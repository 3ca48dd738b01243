import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { RecordList } from '../../../widgets/list/record-list/record-list.tsx'
import { requestList } from './request-list.tsx'

const RequestPanel = lazy(() => import('./request-panel.tsx').then((module) => ({ default: module.RequestPanel })))
const TailView = lazy(() => import('./tail-view.tsx').then((module) => ({ default: module.TailView })))

/** The request log or live requests, and the panel of one request. */
export function RequestsView({ open }: { open: string | null }) {
  const search: { live?: unknown } = useSearch({ strict: false })
  return (
    <Suspense fallback={null}>
      {String(search.live) === '1' ? (
        <TailView />
      ) : (
        <RecordList declaration={requestList()} openId={open} flashId={null} />
      )}
      {open === null ? null : <RequestPanel key={open} id={open} />}
    </Suspense>
  )
}
