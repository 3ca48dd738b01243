import { type AccessRequestRecord, grantDays } from '@millwright/contract/records/access-request'
import { verbsOf } from '@millwright/contract/verbs'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { notify } from '../../../notifications/notify.ts'
import { Choice } from '../../../ui/choice.tsx'
import { localMoment } from '../../../ui/dates.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { whatOf } from '../../../widgets/access/access-requests/request-list.tsx'
import type { RowFilter } from '../../../widgets/access/access-rules/row-access.ts'
import { hasValue } from '../../../widgets/access/condition/has-value.ts'
import { ownZone } from '../../../widgets/access/condition/moment-text.ts'
import { t as conditionWords } from '../../../widgets/access/condition/opened/messages.ts'
import { VerbField } from '../../../widgets/access/verb-picker/verb-field.tsx'
import { roleMessages } from '../messages.ts'
import { t } from '../opened/messages.ts'
import { RowFilters } from '../row-filters.tsx'

interface DecideDialogProps {
  readonly request: AccessRequestRecord
  readonly onDecided: () => void
  readonly onClose: () => void
}

const day = 86_400_000

/** Grants what was asked for, or less, for a time; or denies it. */
export function DecideDialog({ request, onDecided, onClose }: DecideDialogProps) {
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
