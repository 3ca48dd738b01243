import './radio.css'
import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { Stack } from './layout.tsx'
import { useReadOnly } from './read-only.ts'
import { Text } from './text.tsx'

export interface ChoiceOption<Value extends string | number> {
  readonly value: Value
  readonly label: string
  /** Explains the option. */
  readonly help?: ReactNode
}

interface ChoiceProps<Value extends string | number> {
  label: string
  options: readonly ChoiceOption<Value>[]
  /** Nothing is selected if it is not among the options. */
  value: Value
  onChange: (value: Value) => void
  error?: string | null | undefined
  disabled?: boolean
  /** Framed, with separators; for options that need an explanation. */
  framed?: boolean
}

/** A choice between a few options, all visible. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange, error, disabled = false, framed = false } = props
  const id = useId()
  const locked = useReadOnly() !== null
  return (
    <Stack
      as="fieldset"
      gap={2}
      className={framed ? styles.framed : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={value === option.value}
            disabled={disabled || locked}
            onChange={() => onChange(option.value)}
          />
          <Stack as="span">
            <Text as="span" weight={option.help ? 'medium' : 'regular'}>
              {option.label}
            </Text>
            {option.help ? (
              <Text as="span" tone="muted" size="sm">
                {option.help}
              </Text>
            ) : null}
          </Stack>
        </label>
      ))}
      {error ? (
        <Text id={`${id}-error`} tone="danger" size="sm">
          {error}
        </Text>
      ) : null}
    </Stack>
  )
}
