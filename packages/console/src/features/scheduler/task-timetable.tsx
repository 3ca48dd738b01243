import { lazy, Suspense } from 'react'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type TaskDraft, taskLabels } from './task-draft.ts'

const CronMeaning = lazy(() => import('./cron-meaning.tsx').then((module) => ({ default: module.CronMeaning })))

interface TaskTimetableProps {
  draft: TaskDraft
  errors: Readonly<Record<string, string>>
  /** The server knows cron expressions. */
  plus: boolean
  set: <K extends keyof TaskDraft & string>(field: K, value: TaskDraft[K]) => void
}

const choices = [
  { value: 'minutes', label: 'Every so many minutes' },
  { value: 'cron', label: 'As a cron expression says' },
] as const

/** When a task runs. */
export function TaskTimetable({ draft, errors, plus, set }: TaskTimetableProps) {
  return (
    <>
      {plus ? (
        <SelectField
          label={taskLabels.timetable}
          value={draft.timetable}
          options={choices}
          onChange={(timetable) => set('timetable', timetable)}
        />
      ) : null}
      {draft.timetable === 'minutes' ? (
        <TextField
          label={taskLabels.frequency}
          required
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          value={draft.frequency}
          error={errors.frequency}
          onChange={(value) => set('frequency', value)}
        />
      ) : (
        <Stack gap={2}>
          <TextField
            label={taskLabels.cron}
            required
            mono
            spellCheck={false}
            autoComplete="off"
            maxLength={255}
            placeholder="0 6 * * 1-5"
            help="Minute, hour, day of the month, month, day of the week; seconds may go before. In UTC, or in the zone of a TZ=Europe/Berlin at the beginning."
            value={draft.cron}
            error={errors.cron}
            onChange={(value) => set('cron', value)}
          />
          <Suspense fallback={null}>
            <CronMeaning text={draft.cron} />
          </Suspense>
        </Stack>
      )}
    </>
  )
}
