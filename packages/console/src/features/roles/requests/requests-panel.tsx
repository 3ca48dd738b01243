import { type AccessRequestRecord, grantDays } from '@millwright/contract/records/access-request'
import { verbsOf } from '@millwright/contract/verbs'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { localMoment } from '../../../ui/dates.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RequestList, whatOf } from '../../../widgets/access/access-requests/request-list.tsx'
import type { RowFilter } from '../../../widgets/access/access-rules/row-access.ts'
import { hasValue } from '../../../widgets/access/condition/has-value.ts'
import { ownZone } from '../../../widgets/access/condition/moment-text.ts'
import { t as conditionWords } from '../../../widgets/access/condition/opened/messages.ts'
import { VerbField } from '../../../widgets/access/verb-picker/verb-picker.tsx'
import { EditorContent, EditorFrame } from '../../../widgets/form/editor-frame/editor-frame.tsx'
import { readListSearch } from '../../../widgets/records/list-declaration/list-search.ts'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { roleMessages } from '../messages.ts'
import { t } from '../opened/messages.ts'
import { RowFilters } from '../row-filters.tsx'

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

interface DecideDialogProps {
  readonly request: AccessRequestRecord
  readonly onDecided: () => void
  readonly onClose: () => void
}

const day = 86_400_000

/** Grants what was asked for, or less, for a time; or denies it. */
function DecideDialog({ request, onDecided, onClose }: DecideDialogProps) {
  const [grants, setGrants] = useState(true)
  const [mask, setMask] = useState(request.verb_mask)
  const [until, setUntil] = useState(() => localMoment(Date.now() + grantDays.usual * day))
  const [filter, setFilter] = useState<RowFilter>({ filters: [], filterOp: 'AND' })
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hasRows = /^(?:\*|_table(?:\/.*)?)$/i.test(request.component)

  const decide = async () => {
    if (running) return
    if (grants && until === '') return setProblem(t.grantEndMissing)
    setRunning(true)
    setProblem(null)
    try {
      const body = grants ? grantOf({ mask, until, filter }) : { status: 'denied' }
      await send<unknown>({ verb: 'PATCH', path: `system/access_request/${request.id}`, body })
      notify({ type: 'success', title: roleMessages.accessRequests, text: grants ? t.granted : t.requestDenied })
      onDecided()
    } catch (error) {
      setProblem(messageOf(error))
      setRunning(false)
    }
  }

  return (
    <FormDialog
      title={t.decideTitle({ name: request.subject_name ?? '', what: whatOf(request) })}
      description={t.decideHelp}
      size="medium"
      action={grants ? t.grantAccess : t.denyRequest}
      danger={!grants}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void decide()}
      onClose={onClose}
    >
      {request.note ? (
        <Text as="p" breakAnywhere>
          {t.inTheirWords({ note: request.note })}
        </Text>
      ) : null}
      <Text tone="muted" size="sm">
        {t.askedVerbs({ verbs: verbsOf(request.verb_mask).join(', ') })}
      </Text>
      <Choice
        label={t.decision}
        value={grants ? 'grant' : 'deny'}
        onChange={(choice) => setGrants(choice === 'grant')}
        options={[
          { value: 'grant', label: t.grantIt },
          { value: 'deny', label: t.denyIt },
        ]}
      />
      {grants ? (
        <>
          <VerbField label={t.grantedVerbs} mask={mask} onChange={setMask} />
          <TextField
            label={t.grantEnd}
            help={conditionWords.ownZoneHelp({ zone: ownZone() })}
            type="datetime-local"
            required
            value={until}
            onChange={setUntil}
          />
          {hasRows ? (
            <Stack as="section" gap={2} aria-label={t.grantedRows}>
              <h3>{t.grantedRows}</h3>
              <RowFilters
                service={request.service}
                subject={{ serviceId: request.service_id, component: request.component }}
                filter={filter}
                onChange={setFilter}
              />
            </Stack>
          ) : null}
        </>
      ) : null}
    </FormDialog>
  )
}

function grantOf({ mask, until, filter }: { mask: number; until: string; filter: RowFilter }): object {
  const filters = filter.filters
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, operator, value }) => ({ name, operator, value: hasValue(operator) ? value : null }))
  return {
    status: 'approved',
    verb_mask: mask,
    until: new Date(until).toISOString(),
    filters: filters.length === 0 ? null : filters,
    filter_op: filter.filterOp,
  }
}
