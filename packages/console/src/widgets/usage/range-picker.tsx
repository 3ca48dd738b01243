import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './range-picker.module.css'
import { lastRanges, localMoment, paramsOf, rangeProblem, rangeWords, type UsageRange } from './usage-range.ts'

interface RangePickerProps {
  value: UsageRange
  onChange: (range: UsageRange) => void
}

/** Which time is shown: one of the usual ranges, or one of one's own. */
export function RangePicker({ value, onChange }: RangePickerProps) {
  const [choosing, setChoosing] = useState(false)
  const name = useId()
  const own = value.kind === 'own' || choosing
  return (
    <div className={styles.picker}>
      <fieldset className={styles.ranges}>
        <legend className={styles.legend}>Time</legend>
        {lastRanges.map((last) => (
          <label key={last} className={styles.range} title={rangeWords({ kind: 'last', last })}>
            <input
              type="radio"
              name={name}
              aria-label={rangeWords({ kind: 'last', last })}
              checked={!own && value.kind === 'last' && value.last === last}
              onChange={() => {
                setChoosing(false)
                onChange({ kind: 'last', last })
              }}
            />
            <span aria-hidden="true">{last}</span>
          </label>
        ))}
        <label className={styles.range}>
          <input type="radio" name={name} aria-label="Another time" checked={own} onChange={() => setChoosing(true)} />
          <span aria-hidden="true">Other…</span>
        </label>
      </fieldset>
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
  // Not a form of its own: it stands in the form of a record, too.
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
      <legend className={styles.legend}>From when to when</legend>
      <TextField label="From" type="datetime-local" value={from} onChange={setFrom} />
      <TextField label="To" type="datetime-local" value={to} error={problem} onChange={setTo} />
      <Button reads onClick={apply}>
        Show
      </Button>
    </fieldset>
  )
}
