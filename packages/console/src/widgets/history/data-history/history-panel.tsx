import { dataOrigins } from '@millwright/contract/records/data-history'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Row } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { EditorContent, EditorFrame } from '../../form/editor-frame/editor-frame.tsx'
import { everything, type HistoryPlace, keepHistory } from './history-calls.ts'
import { HistoryList } from './history-list.tsx'
import { originWords } from './history-words.ts'
import { t } from './messages.ts'

interface HistoryPanelProps extends HistoryPlace {
  kept: boolean
  onChanged?: () => void
  onClose: () => void
}

/** Who changed what in a table or row, with reverting (docs/wire/data-history.md). */
export function HistoryPanel({ kept, onChanged, onClose, ...place }: HistoryPanelProps) {
  const [filter, setFilter] = useState(everything)
  const title =
    place.record === undefined
      ? t.historyTitle({ table: place.table })
      : t.historyOfRecord({ table: place.table, record: place.record })
  return (
    <EditorFrame title={title} subtitle={t.historyHelp} onClose={onClose}>
      <EditorContent>
        {place.record === undefined ? <Switch service={place.service} table={place.table} kept={kept} /> : null}
        <Row gap={3} wrap align="end">
          <TextField
            type="search"
            label={t.whoOrApp}
            value={filter.who}
            onChange={(who) => setFilter({ ...filter, who })}
          />
          <SelectField
            label={t.through}
            placeholder={t.anything}
            value={filter.origin}
            options={dataOrigins.map((value) => ({ value, label: originWords[value] }))}
            onChange={(origin) => setFilter({ ...filter, origin })}
          />
          <SelectField
            label={t.timeColumn}
            placeholder={t.anyTime}
            value={String(filter.hours ?? '')}
            options={periods}
            onChange={(hours) => setFilter({ ...filter, hours: hours === '' ? null : Number(hours) })}
          />
        </Row>
        <HistoryList place={place} filter={filter} {...(onChanged ? { onChanged } : {})} />
      </EditorContent>
    </EditorFrame>
  )
}

const periods = [
  {
    value: '1',
    label: t.lastHour,
  },
  {
    value: '24',
    label: t.last24Hours,
  },
  {
    value: '168',
    label: t.last7Days,
  },
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
      const text = wanted ? t.recordingStarted({ table }) : t.recordingStopped({ table })
      notify({ type: 'success', title: t.dataHistory, text, tag: 'data-history' })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['schema', service] }),
        queryClient.invalidateQueries({ queryKey: ['data', service] }),
      ])
    } catch (error) {
      notifyError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Checkbox
      label={t.recordHistory}
      help={t.recordHistoryHelp}
      value={on}
      disabled={saving || Boolean(writeBlock)}
      onChange={(wanted) => void change(wanted)}
    />
  )
}
