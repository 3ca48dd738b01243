import { useId } from 'react'
import { classNames } from './class-names.ts'
import { useReadOnly } from './read-only.ts'
import styles from './segments.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface SegmentsProps<Value extends string> {
  /** What the segments choose, for screen readers. */
  label: string
  options: readonly { readonly value: Value; readonly label: string }[]
  /** Nothing is selected if it is not among the options. */
  value: Value | null
  /** For table rows. */
  small?: boolean
  /** Stays enabled among read-only fields: it only changes what is displayed. */
  reads?: boolean
  onChange: (value: Value) => void
}

/** A choice between a few words, side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, small = false, reads = false, onChange } = props
  const name = useId()
  const locked = useReadOnly() !== null && !reads
  return (
    <fieldset className={classNames(styles.segments, small && styles.small)}>
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={locked}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
