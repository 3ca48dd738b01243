import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { localMoment } from '../../../ui/dates.ts'
import { Segments } from '../../../ui/segments.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'
import styles from './range-picker.module.css'
import { lastRanges, paramsOf, rangeProblem, readRange, type UsageRange, writeRange } from './usage-range.ts'

interface RangePickerProps {
  value: UsageRange
  onChange: (range: UsageRange) => void
}

/** Chooses the displayed time range: a preset or a custom one. */
export function RangePicker({ value, onChange }: RangePickerProps) {
  const [choosing, setChoosing] = useState(false)
  const own = value.kind === 'own' || choosing
  return (
    <div className={styles.picker}>
      <Segments
        reads
        label={t.time}
        options={[...lastRanges.map((last) => ({ value: last, label: last })), { value: 'own', label: t.other }]}
        value={own ? 'own' : value.last}
        onChange={(chosen) => {
          setChoosing(chosen === 'own')
          if (chosen !== 'own') onChange({ kind: 'last', last: chosen })
        }}
      />
      {own ? (
        <OwnRange
          key={JSON.stringify(value)}
          start={value}
          onApply={(range) => {
            setChoosing(false)
            onChange(range)
          }}
        />
      ) : null}
    </div>
  )
}

function OwnRange({ start, onApply }: { start: UsageRange; onApply: (range: UsageRange) => void }) {
  const shown = paramsOf(start, Date.now())
  const [from, setFrom] = useState(start.kind === 'own' ? start.from : localMoment(Date.parse(shown.from)))
  const [to, setTo] = useState(start.kind === 'own' ? start.to : localMoment(Date.parse(shown.to)))
  const [problem, setProblem] = useState<string | null>(null)
  // Not a `<form>`, because the picker also appears inside record forms.
  const apply = () => {
    const found = rangeProblem(from, to)
    setProblem(found)
    if (found === null) onApply({ kind: 'own', from, to })
  }
  return (
    <fieldset
      className={styles.own}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        apply()
      }}
    >
      <VisuallyHidden as="legend">{t.timeRange}</VisuallyHidden>
      <TextField label={t.fromTime} type="datetime-local" value={from} onChange={setFrom} />
      <TextField label={t.toTime} type="datetime-local" value={to} error={problem} onChange={setTo} />
      <Button reads onClick={apply}>
        {tabWords.show}
      </Button>
    </fieldset>
  )
}

/** The range in the URL, and a function that changes it. */
export function useRange(): readonly [UsageRange, (range: UsageRange) => void] {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const choose = (range: UsageRange) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...writeRange(range) }),
      replace: true,
      resetScroll: false,
    })
  return [readRange(search), choose]
}
