import type { AccessRequestRecord } from '@millwright/contract/records/access-request'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { send } from '../../../instance/send.ts'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RequestList } from '../../../widgets/access/access-requests/request-list.tsx'
import { EditorContent } from '../../../widgets/form/editor-frame/editor-body.tsx'
import { EditorFrame } from '../../../widgets/form/editor-frame/editor-frame.tsx'
import { readListSearch } from '../../../widgets/records/list-declaration/list-search.ts'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { roleMessages } from '../messages.ts'
import { t } from '../opened/messages.ts'
import { DecideDialog } from './decide-dialog.tsx'

/** Requests for access: open ones to decide, grants to revoke, and earlier ones. */
export function RequestsPanel() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { data, error, refetch } = useQuery(accessRequestsQuery)
  const [deciding, setDeciding] = useState<AccessRequestRecord | null>(null)
  const read = () => void queryClient.invalidateQueries({ queryKey: ['access-requests'] })
  const parts = [
    {
      title: t.openRequests,
      requests: data?.filter(({ status }) => status === 'pending') ?? [],
      none: t.noOpenRequests,
    },
    { title: t.grantedAccess, requests: data?.filter(({ status }) => status === 'approved') ?? [], none: null },
    {
      title: t.earlierRequests,
      requests: data?.filter(({ status }) => status !== 'pending' && status !== 'approved') ?? [],
      none: null,
    },
  ]
  return (
    <EditorFrame
      title={roleMessages.accessRequests}
      subtitle={t.requestsPurpose}
      wide
      onClose={() => void navigate({ to: '/roles', search: readListSearch(search) })}
    >
      <EditorContent>
        {data === undefined && error !== null ? (
          <LoadFailure error={error} text={t.requestsFailed} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton lines={8} />
        ) : (
          <Stack gap={5}>
            {parts.map(({ title, requests, none }) =>
              requests.length === 0 && none === null ? null : (
                <Stack as="section" gap={2} key={title} aria-label={title}>
                  <h3>{title}</h3>
                  {requests.length === 0 ? (
                    <p>{none}</p>
                  ) : (
                    <RequestList
                      named
                      requests={requests}
                      onEnded={read}
                      actions={(request) =>
                        request.status === 'pending' ? (
                          <Button size="small" onClick={() => setDeciding(request)}>
                            {t.decideDots}
                          </Button>
                        ) : null
                      }
                    />
                  )}
                </Stack>
              ),
            )}
          </Stack>
        )}
        {deciding === null ? null : (
          <DecideDialog
            request={deciding}
            onDecided={() => {
              setDeciding(null)
              read()
            }}
            onClose={() => setDeciding(null)}
          />
        )}
      </EditorContent>
    </EditorFrame>
  )
}

/** Maximum number of requests that are listed. */
const most = 200

const accessRequestsQuery = queryOptions({
  queryKey: ['access-requests', 'all'],
  queryFn: async ({ signal }) => {
    const params = { order: 'id DESC', limit: most }
    return (await send({ verb: 'GET', path: 'system/access_request', params, signal })).data.resource
  },
})
