import type { DataHistoryEntry } from '@millwright/contract/records/data-history'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { LoadFailure } from '../../records/load-failure/load-failure.tsx'
import { ChangeTable } from '../change-table/change-table.tsx'
import { confirmAndRevert } from './ask-and-put-back.tsx'
import { type HistoryFilter, type HistoryPlace, historyQuery } from './history-calls.ts'
import { actionWord, changesOf, ofMany, whoOf } from './history-words.ts'
import { t } from './messages.ts'

const page = 50
const tones = { created: 'success', modified: 'neutral', deleted: 'danger' } as const

interface HistoryListProps {
  place: HistoryPlace
  filter: HistoryFilter
  onChanged?: () => void
}

/** Changes of rows, newest first; selected ones are reverted together. */
export function HistoryList({ place, filter, onChanged }: HistoryListProps) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const [limit, setLimit] = useState(page)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery(historyQuery(place, filter, limit))
  if (error) return <LoadFailure error={error} text={t.historyFailed} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={6} />
  const rows = data.rows.slice(0, limit)
  const ids = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (id: number, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const putBack = async (what: Parameters<typeof confirmAndRevert>[1]) => {
    setAsking(true)
    try {
      if (!(await confirmAndRevert(queryClient, what))) return
      setChosen(new Set())
      onChanged?.()
    } catch (failure) {
      notifyError(failure)
    } finally {
      setAsking(false)
    }
  }
  if (rows.length === 0) return <Text tone="muted">{t.noChanges}</Text>
  return (
    <Stack gap={3}>
      <Row gap={2} wrap>
        <Button
          loading={asking}
          disabledReason={writeBlock ?? (ids.length === 0 && t.chooseChangesFirst)}
          onClick={() => void putBack({ ids })}
        >
          {t.putBack}
        </Button>
        <Text tone="muted" size="sm">
          {ids.length === 0 ? t.revertTogetherHelp : t.chosen({ count: ids.length })}
        </Text>
      </Row>
      <Stack as="ul" gap={4}>
        {rows.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            named={place.record === undefined}
            chosen={chosen.has(entry.id)}
            onChoose={(on) => choose(entry.id, on)}
            onPutBackWrite={() => void putBack({ write_id: entry.write_id })}
          />
        ))}
      </Stack>
      {data.rows.length > limit ? <Button onClick={() => setLimit(limit + page)}>{t.showOlderChanges}</Button> : null}
    </Stack>
  )
}

interface EntryProps {
  entry: DataHistoryEntry
  /** Whether to show the row's id, in a list of several rows. */
  named: boolean
  chosen: boolean
  onChoose: (on: boolean) => void
  onPutBackWrite: () => void
}

function Entry({ entry, named, chosen, onChoose, onPutBackWrite }: EntryProps) {
  const [open, setOpen] = useState(false)
  const { action, record_id: record, created_date: time, confirmed, origin, changed } = entry
  const name =
    record === null
      ? t.changeOfRows({ action, who: whoOf(entry) })
      : t.changeLabel({ action, record, who: whoOf(entry) })
  return (
    <Row as="li" gap={3} align="start">
      <Checkbox label={t.choose({ name })} labelHidden value={chosen} disabled={record === null} onChange={onChoose} />
      <Stack gap={2} grow shrink>
        <Row gap={2} wrap align="baseline">
          <Badge tone={tones[action as keyof typeof tones] ?? 'neutral'}>{actionWord(action)}</Badge>
          {named && record !== null ? <Text weight="medium">{record}</Text> : null}
          <Text tone="muted" size="sm">
            {whoOf(entry)}, <RelativeDate value={time} />
          </Text>
          {confirmed ? null : <Badge tone="warning">{t.notCertain}</Badge>}
        </Row>
        {record === null ? (
          <Text>{ofMany(entry)}</Text>
        ) : (
          <Row gap={2} wrap>
            <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {action === 'modified' ? t.changed({ changed }) : t.values}
            </Button>
            {origin === 'import' ? (
              <Button size="small" variant="quiet" onClick={onPutBackWrite}>
                {t.revertImport}
              </Button>
            ) : null}
          </Row>
        )}
        {open ? <ChangeTable changes={changesOf(entry)} action={action} /> : null}
      </Stack>
    </Row>
  )
}
