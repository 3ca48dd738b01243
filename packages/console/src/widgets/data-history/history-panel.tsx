import { dataOrigins } from '@millwright/contract/records/data-history'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import frame from '../editor-frame/editor-frame.module.css'
import { EditorFrame } from '../editor-frame/editor-frame.tsx'
import { everything, type HistoryPlace, keepHistory } from './history-calls.ts'
import { HistoryList } from './history-list.tsx'
import { historyTitle, originWords } from './history-words.ts'

interface HistoryPanelProps extends HistoryPlace {
  kept: boolean
  onChanged?: () => void
  onClose: () => void
}

/** Who changed what in a table or in one row, and a way back (docs/wire/data-history.md). */
export function HistoryPanel({ kept, onChanged, onClose, ...place }: HistoryPanelProps) {
  const [filter, setFilter] = useState(everything)
  const title = place.record === undefined ? `History of ${place.table}` : `History of ${place.table} ${place.record}`
  return (
    <EditorFrame title={title} subtitle="Who changed which row, and what it was before" onClose={onClose}>
      <Stack gap={5} className={frame.content}>
        {place.record === undefined ? <Switch service={place.service} table={place.table} kept={kept} /> : null}
        <Row gap={3} wrap align="end">
          <TextField
            type="search"
            label="Who or app"
            value={filter.who}
            onChange={(who) => setFilter({ ...filter, who })}
          />
          <SelectField
            label="Through"
            placeholder="Anything"
            value={filter.origin}
            options={dataOrigins.map((value) => ({ value, label: originWords[value] }))}
            onChange={(origin) => setFilter({ ...filter, origin })}
          />
          <SelectField
            label="When"
            placeholder="Any time"
            value={String(filter.hours ?? '')}
            options={periods}
            onChange={(hours) => setFilter({ ...filter, hours: hours === '' ? null : Number(hours) })}
          />
        </Row>
        <HistoryList place={place} filter={filter} {...(onChanged ? { onChanged } : {})} />
      </Stack>
    </EditorFrame>
  )
}

const periods = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
]

function Switch({ service, table, kept }: { service: string; table: string; kept: boolean }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const [on, setOn] = useState(kept)
  const [saving, setSaving] = useState(false)
  const change = async (wanted: boolean) => {
    setSaving(true)
    try {
      await keepHistory(service, table, wanted)
      setOn(wanted)
      const text = wanted ? `Changes of ${table} are kept from now on.` : `Changes of ${table} are no longer kept.`
      notify({ type: 'success', title: historyTitle, text, tag: 'data-history' })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['schema', service] }),
        queryClient.invalidateQueries({ queryKey: ['data', service] }),
      ])
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Checkbox
      label="Keep the history of this table"
      help="Each write through the instance keeps the row as it was and as it became. What other programs and stored procedures change is not seen."
      value={on}
      disabled={saving || Boolean(writeBlock)}
      onChange={(wanted) => void change(wanted)}
    />
  )
}
