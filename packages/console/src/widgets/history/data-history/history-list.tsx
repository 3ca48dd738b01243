import type { DataHistoryEntry, Revert } from '@millwright/contract/records/data-history'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { invalidateCollection } from '../../../instance/collections.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notify } from '../../../notifications/notify.ts'
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
import {
  type HistoryFilter,
  type HistoryPlace,
  historyCollection,
  historyQuery,
  previewRevert,
  revertChanges,
} from './history-calls.ts'
import {
  changesOf,
  conflictSentence,
  historyAction,
  historyAuthor,
  ofMany,
  revertDone,
  revertQuestion,
} from './history-words.ts'
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
  const reread = () => {
    void invalidateCollection(queryClient, historyCollection)
    onChanged?.()
  }
  const putBack = async (what: Parameters<typeof confirmAndRevert>[0]) => {
    setAsking(true)
    try {
      if (await confirmAndRevert(what, reread)) setChosen(new Set())
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
      ? t.changeOfRows({ action, who: historyAuthor(entry) })
      : t.changeLabel({ action, record, who: historyAuthor(entry) })
  return (
    <Row as="li" gap={3} align="start">
      <Checkbox label={t.choose({ name })} labelHidden value={chosen} disabled={record === null} onChange={onChoose} />
      <Stack gap={2} grow shrink>
        <Row gap={2} wrap align="baseline">
          <Badge tone={tones[action as keyof typeof tones] ?? 'neutral'}>{historyAction(action)}</Badge>
          {named && record !== null ? <Text weight="medium">{record}</Text> : null}
          <Text tone="muted" size="sm">
            {historyAuthor(entry)}, <RelativeDate value={time} />
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

/**
 * Shows a preview of the revert and performs it after confirmation; resolves to whether it was done. `onSent` is called however each attempt
 * ended. Rejects with errors of the instance.
 */
async function confirmAndRevert(what: Parameters<typeof revertChanges>[0], onSent: () => void): Promise<boolean> {
  const preview = await previewRevert(what)
  if (preview.count === 0) {
    const [first] = preview.conflicts
    const text = first ? t.nothingRevertible({ why: conflictSentence(first) }) : t.changesCancel
    notify({ type: 'warning', title: t.dataHistory, text, tag: 'data-history' })
    return false
  }
  const result: { done: Revert | null } = { done: null }
  await confirm({
    title: revertQuestion(preview),
    body: <Preview preview={preview} />,
    action: t.putBack,
    danger: preview.rows.some(({ action }) => action === 'deleted'),
    run: async () => {
      // A failed revert may have changed rows, or its answer was lost.
      result.done = await revertChanges(what, preview.conflict_count > 0).finally(onSent)
    },
  })
  if (result.done === null) return false
  notify({ type: 'success', title: t.dataHistory, text: revertDone(result.done), tag: 'data-history' })
  return true
}

const consequences = {
  created: t.madeAgain,
  modified: t.revertUpdate,
  deleted: t.revertCreation,
} as const

const shown = 10

function Preview({ preview: { rows, conflicts } }: { preview: Revert }) {
  const lost = rows.filter((row) => row.lost.length > 0)
  return (
    <Stack gap={3}>
      <Stack as="ul">
        {rows.slice(0, shown).map(({ table, record_id: id, action, fields }) => (
          <li key={`${table} ${id}`}>
            {id}: {consequences[action]}
            {action === 'modified' ? ` (${fields.join(', ')})` : ''}
          </li>
        ))}
        {rows.length > shown ? <li>{t.andOthers}</li> : null}
      </Stack>
      {lost.length === 0 ? null : (
        <Text tone="warning">{t.longValuesLost({ fields: lost[0]?.lost.join(', ') ?? '' })}</Text>
      )}
      {conflicts.length === 0 ? null : (
        <>
          <Text weight="medium">{t.leftUnchanged}</Text>
          <Stack as="ul">
            {conflicts.slice(0, shown).map((conflict) => (
              <li key={conflictSentence(conflict)}>{conflictSentence(conflict)}</li>
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
}
