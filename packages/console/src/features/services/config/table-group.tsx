import { type ReactNode, useId } from 'react'
import styles from './config.module.css'
import type { ConfigField } from './config-field.ts'

interface TableGroupProps {
  field: ConfigField
  label: string
  error: string | undefined
  /** Lines that there are. */
  count: number
  children: ReactNode
}

/** A setting of several lines: its name, what it is for, what is wrong, and the lines. */
export function TableGroup({ field, label, error, count, children }: TableGroupProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label}
        {field.required ? <span className={styles.required}> (required)</span> : null}
      </legend>
      {error ? (
        <p id={`${id}-error`} role="alert" tabIndex={-1} className={styles.error}>
          {error}
        </p>
      ) : null}
      {field.help ? <p className={styles.help}>{field.help}</p> : null}
      {count === 0 ? <p className={styles.none}>None yet.</p> : null}
      {children}
    </fieldset>
  )
}
