import type { AccessRequestRecord, AccessRequestStatus } from '@millwright/contract/records/access-request'
import { verbsOf } from '@millwright/contract/verbs'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { send } from '../../../instance/send.ts'
import { notify } from '../../../notifications/notify.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from '../connected-clients/client-list.module.css'
import { t } from './messages.ts'

interface RequestListProps {
  readonly requests: readonly AccessRequestRecord[]
  /** Whether to say who asked. */
  readonly named: boolean
  /** What can be done with a request besides ending it. */
  readonly actions?: (request: AccessRequestRecord) => ReactNode
  /** Called after an end. */
  readonly onEnded: () => void
}

const states: Readonly<Record<AccessRequestStatus, { readonly tone: Tone; readonly label: string }>> = {
  pending: {
    tone: 'warning',
    label: t.pending,
  },
  approved: {
    tone: 'success',
    label: t.approved,
  },
  denied: {
    tone: 'danger',
    label: t.denied,
  },
  expired: {
    tone: 'neutral',
    label: t.expired,
  },
}

/** Requests for access with their state; open ones and grants can be ended. */
export function RequestList({ requests, named, actions, onEnded }: RequestListProps) {
  return (
    <Stack as="ul" className={classNames(look.lines, styles.list)} aria-label={t.accessRequests}>
      {requests.map((request) => (
        <li key={request.id} className={styles.client}>
          <Stack grow shrink>
            <Row gap={2} wrap>
              <Text as="span" breakAnywhere>
                {named ? (request.subject_name ?? `#${request.id}`) : whatOf(request)}
              </Text>
              <Badge tone={stateOf(request).tone}>{stateOf(request).label}</Badge>
            </Row>
            <Text tone="muted" size="sm" breakAnywhere>
              {[
                ...(named ? [whatOf(request)] : []),
                verbsOf(request.granted_mask || request.verb_mask).join(', '),
              ].join(' · ')}
              {request.filters === null ? null : ` · ${t.onlySomeRows}`}
            </Text>
            {request.note ? (
              <Text size="sm" breakAnywhere>
                {request.note}
              </Text>
            ) : null}
            <Text tone="muted" size="sm">
              <Dates request={request} />
            </Text>
          </Stack>
          {actions?.(request)}
          {request.status === 'pending' || request.status === 'approved' ? (
            <IconButton
              size="small"
              label={
                request.status === 'pending'
                  ? t.withdrawOne({ what: whatOf(request) })
                  : t.revokeOne({ what: whatOf(request) })
              }
              icon={<IconTrash />}
              onClick={() => void end(request, onEnded)}
            />
          ) : null}
        </li>
      ))}
    </Stack>
  )
}

/** What a request is about, such as `db _table/contact/*`. */
export function whatOf({ service, component }: AccessRequestRecord): string {
  return [service, ...(component === '*' ? [] : [component])].join(' ')
}

const stateOf = ({ status }: AccessRequestRecord) =>
  Object.entries(states).find(([name]) => name === status)?.[1] ?? { tone: 'neutral' as const, label: status }

function Dates({ request: { created_date, until, status, decided_by } }: { request: AccessRequestRecord }) {
  return (
    <>
      {t.askedDate({ when: () => <RelativeDate value={created_date} /> })}
      {until !== null && status === 'approved' ? (
        <>
          {' · '}
          {t.endDate({ when: () => <RelativeDate value={until} /> })}
        </>
      ) : null}
      {decided_by === null ? null : ` · ${t.decider({ name: decided_by })}`}
    </>
  )
}

async function end(request: AccessRequestRecord, onEnded: () => void): Promise<void> {
  const run = async () => {
    await send<unknown>({ verb: 'PATCH', path: `system/access_request/${request.id}`, body: { status: 'expired' } })
  }
  const isOpen = request.status === 'pending'
  if (isOpen) await run()
  else {
    const title = t.revokeQuestion({ what: whatOf(request) })
    if (!(await confirm({ title, text: t.revokeWarning, action: t.endAccess, danger: true, run }))) return
  }
  notify({ type: 'success', title: t.accessRequests, text: isOpen ? t.requestWithdrawn : t.accessEnded })
  onEnded()
}
