import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notifyRefusal } from '../../../notifications/notify-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { exactTime, parseWireDate } from '../../../widgets/record-list/wire-date.ts'
import styles from './trial.module.css'
import {
  isRecording,
  recordedFor,
  startRecording,
  stopRecording,
  type TrialEvents,
  trialEventsQuery,
} from './trial-wire.ts'

interface EventChoiceProps {
  name: string
  events: TrialEvents | undefined
  error: Error | null
  /** Null: the sample. */
  onChoose: (event: string | null) => void
}

const sample = 'sample'

/** Chooses the event that a script is tried on: made up, or recorded of what really happened. */
export function EventChoice({ name, events, error, onChoose }: EventChoiceProps) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const [chosen, setChosen] = useState(sample)
  const [busy, setBusy] = useState(false)
  const recorded = events?.recorded ?? []
  const recording = isRecording(events)

  const act = async (what: (name: string) => Promise<void>) => {
    setBusy(true)
    try {
      await what(name)
      await queryClient.invalidateQueries({ queryKey: trialEventsQuery(name).queryKey })
    } catch (refusal) {
      notifyRefusal(refusal)
    } finally {
      setBusy(false)
    }
  }
  const choose = (value: string) => {
    setChosen(value)
    const found = recorded.find(({ date }) => date === value)
    onChoose(found ? JSON.stringify(found.event, null, 2) : null)
  }
  return (
    <Row gap={2} align="end" wrap className={styles.choice}>
      <div className={styles.events}>
        <SelectField
          label="Event"
          value={recorded.some(({ date }) => date === chosen) ? chosen : sample}
          onChange={choose}
          options={[
            { value: sample, label: 'Sample event' },
            ...recorded.map(({ date }) => ({ value: date, label: `Recorded ${timeOf(date)}` })),
          ]}
        />
      </div>
      {recording ? (
        <Button size="small" loading={busy} onClick={() => void act(stopRecording)}>
          Stop recording
        </Button>
      ) : (
        <Button size="small" loading={busy} disabledReason={writeBlock} onClick={() => void act(startRecording)}>
          Record events
        </Button>
      )}
      <Text tone="muted" size="sm" className={styles.note} role="status">
        {error
          ? messageOf(error)
          : recording
            ? `Recording until ${timeOf(events?.recording_until ?? '')}: make a call, and choose its event here.`
            : `Recording keeps the last events of the next ${recordedFor} minutes, without secrets.`}
      </Text>
    </Row>
  )
}

function timeOf(date: string): string {
  const time = parseWireDate(date)
  return time === null ? date : exactTime(time)
}
