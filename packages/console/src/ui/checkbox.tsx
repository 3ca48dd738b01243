import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './checkbox.module.css'
import { classNames } from './class-names.ts'
import { useReadOnly } from './read-only.ts'
import { Text } from './text.tsx'

export interface CheckboxProps {
  label: string
  value: boolean
  onChange: (checked: boolean) => void
  /** Indeterminate: only some of the items it represents are selected. */
  mixed?: boolean
  help?: ReactNode
  error?: string | null | undefined
  name?: string
  disabled?: boolean
  labelHidden?: boolean
  tabIndex?: number
}

export function Checkbox({
  label,
  value,
  onChange,
  mixed = false,
  help,
  error,
  labelHidden = false,
  ...input
}: CheckboxProps) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  const locked = useReadOnly() !== null
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined

  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed
  }, [mixed])

  return (
    <div className={classNames(styles.row, labelHidden && styles.bare)}>
      <input
        {...input}
        ref={ref}
        id={id}
        type="checkbox"
        className={styles.box}
        checked={value}
        aria-label={labelHidden ? label : undefined}
        aria-describedby={classNames(errorId, helpId) || undefined}
        aria-invalid={error ? true : undefined}
        aria-readonly={locked || undefined}
        // Without an update of `checked`, it stays unchanged but focusable.
        onChange={(event) => locked || onChange(event.target.checked)}
      />
      {labelHidden ? null : (
        <span className={styles.words}>
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
          {error ? (
            <Text as="span" tone="danger" size="sm" id={errorId}>
              {error}
            </Text>
          ) : null}
          {help ? (
            <span id={helpId} className={styles.help}>
              {help}
            </span>
          ) : null}
        </span>
      )}
    </div>
  )
}
