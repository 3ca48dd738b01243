import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { exactWireTime } from '../../../ui/dates.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { useScrollIntoView } from '../../../ui/use-in-sight.ts'
import { CodeEditor } from '../../../widgets/code/code-editor/code-editor.tsx'
import type { CodeMark } from '../../../widgets/code/code-editor/code-knowledge.ts'
import { t } from '../messages.ts'
import type { ScriptDraft } from '../script-draft.ts'
import styles from './trial.module.css'
import { TrialResult } from './trial-result.tsx'
import {
  isRecording,
  recordedFor,
  startRecording,
  stopRecording,
  type TrialAnswer,
  type TrialEvents,
  trialEventsQuery,
  tryScript,
} from './trial-wire.ts'

interface TrialPanelProps {
  name: string
  draft: ScriptDraft
  /** Allows the script to modify its event; `null` if there is nothing to modify. */
  onAllow: (() => void) | null
  onMarks: (marks: readonly CodeMark[]) => void
  /** Shows a line of the script. */
  onLine: (line: number) => void
}

/** Runs the form's script, saved or not, on an event and shows what it does. */
export function TrialPanel({ name, draft, onAllow, onMarks, onLine }: TrialPanelProps) {
  const events = useQuery(trialEventsQuery(name))
  const writeBlock = useWriteBlock()
  /** `null` while the sample is unchanged. */
  const [typed, setTyped] = useState<string | null>(null)
  const [real, setReal] = useState(false)
  const [running, setRunning] = useState<AbortController | null>(null)
  const [answer, setAnswer] = useState<TrialAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const under = useRef<AbortController | null>(null)
  const result = useScrollIntoView<HTMLDivElement>(answer ?? failure)
  useEffect(() => () => under.current?.abort(), [])

  const text = typed ?? asText(events.data?.sample)
  const event = readEvent(text)
  const run = async (tried = draft) => {
    if (event === null || running) return
    const control = new AbortController()
    under.current = control
    setRunning(control)
    setFailure(null)
    try {
      const said = await tryScript(name, { draft: tried, event: event.value, simulate: !real }, control.signal)
      setAnswer(said)
      const { error } = said
      onMarks(error?.line ? [{ line: error.line, message: error.message }] : [])
    } catch (error) {
      if (!control.signal.aborted) setFailure(messageOf(error))
    } finally {
      setRunning(null)
    }
  }

  return (
    <section className={styles.panel} aria-label={t.tryIt}>
      <Row as="header" gap={3} rowGap={2} wrap>
        {running ? (
          <Button size="small" icon={<IconPlayerStop />} onClick={() => running.abort()}>
            {t.stop}
          </Button>
        ) : (
          <Button
            size="small"
            icon={<IconPlayerPlay />}
            disabledReason={events.isPending ? t.loadingSample : event === null ? t.eventInvalid : writeBlock}
            onClick={() => void run()}
          >
            {t.run}
          </Button>
        )}
        <Checkbox label={t.allowWriteRequests} value={real} onChange={setReal} />
      </Row>
      <div className={styles.sides}>
        <Stack gap={3} shrink>
          <EventChoice name={name} events={events.data} error={events.error} onChoose={setTyped} />
          <CodeEditor
            label={t.event}
            labelHidden
            language="json"
            lines={6}
            error={event === null && text !== '' ? t.objectInvalid : null}
            value={text}
            onChange={(next) => {
              if (next !== text) setTyped(next)
            }}
          />
        </Stack>
        <Stack ref={result} gap={3} shrink aria-live="polite" aria-busy={running !== null}>
          {failure === null ? null : (
            <Banner tone="danger" title={t.trialFailed}>
              {failure}
            </Banner>
          )}
          {answer ? (
            <TrialResult
              answer={answer}
              mayModify={draft.allow_event_modification}
              onAllow={
                onAllow &&
                (() => {
                  onAllow()
                  void run({ ...draft, allow_event_modification: true })
                })
              }
              onLine={onLine}
            />
          ) : failure === null ? (
            <div className={styles.empty}>
              <p>{t.trialHelp}</p>
              <p>{t.resultsAppearHere}</p>
            </div>
          ) : null}
        </Stack>
      </div>
    </section>
  )
}

function asText(event: unknown): string {
  return event === undefined || event === null ? '' : JSON.stringify(event, null, 2)
}

function readEvent(text: string): { readonly value: object } | null {
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { value } : null
  } catch {
    return null
  }
}

interface EventChoiceProps {
  name: string
  events: TrialEvents | undefined
  error: Error | null
  /** `null` chooses the sample. */
  onChoose: (event: string | null) => void
}

const sample = 'sample'

/** Chooses the event to try a script on: a sample or a recorded one. */
function EventChoice({ name, events, error, onChoose }: EventChoiceProps) {
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
      notifyError(refusal)
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
          label={t.event}
          value={recorded.some(({ date }) => date === chosen) ? chosen : sample}
          onChange={choose}
          options={[
            { value: sample, label: t.sampleEvent },
            ...recorded.map(({ date }) => ({ value: date, label: t.recorded({ time: exactWireTime(date) }) })),
          ]}
        />
      </div>
      {recording ? (
        <Button size="small" loading={busy} onClick={() => void act(stopRecording)}>
          {t.stopRecording}
        </Button>
      ) : (
        <Button size="small" loading={busy} disabledReason={writeBlock} onClick={() => void act(startRecording)}>
          {t.recordEvents}
        </Button>
      )}
      <Text tone="muted" size="sm" className={styles.note} role="status">
        {error
          ? messageOf(error)
          : recording
            ? t.recordingTime({ time: exactWireTime(events?.recording_until ?? '') })
            : t.recordHelp({ minutes: recordedFor })}
      </Text>
    </Row>
  )
}
