import { lazy, Suspense } from 'react'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import type { TaskDraft } from './task-draft.ts'

const CronMeaning = lazy(() => import('./cron-meaning.tsx').then((module) => ({ default: module.CronMeaning })))

interface TaskTimetableProps {
  form: FormFields<TaskDraft>
  /** The server knows cron expressions. */
  plus: boolean
}

const choices = [
  { value: 'minutes', label: 'Every so many minutes' },
  { value: 'cron', label: 'As a cron expression says' },
] as const

/** When a task runs. */
export function TaskTimetable({ form, plus }: TaskTimetableProps) {
  const { draft, field } = form
  return (
    <>
      {plus ? <SelectField {...field('timetable')} options={choices} /> : null}
      {draft.timetable === 'minutes' ? (
        <TextField {...field('frequency')} required type="number" min={1} step={1} inputMode="numeric" />
      ) : (
        <Stack gap={2}>
          <TextField
            {...field('cron')}
            required
            mono
            spellCheck={false}
            autoComplete="off"
            maxLength={255}
            placeholder="0 6 * * 1-5"
            help="Minute, hour, day of the month, month, day of the week; seconds may go before. In UTC, or in the zone of a TZ=Europe/Berlin at the beginning."
          />
          <Suspense fallback={null}>
            <CronMeaning text={draft.cron} />
          </Suspense>
        </Stack>
      )}
    </>
  )
}
