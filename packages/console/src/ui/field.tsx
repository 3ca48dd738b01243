import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { t } from './messages.ts'
import hidden from './visually-hidden.module.css'

/** Props of every labelled control. */
export interface FieldProps {
  label: string
  help?: ReactNode
  /** Shown below the control and announced with it. */
  error?: string | null | undefined
  required?: boolean
  /** Shows the label to screen readers only. */
  labelHidden?: boolean
}

/** Attributes that associate a control with its label, help and error. */
export interface ControlWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

/** A label above the control, help and error below it, all associated with it. */
export function Field({
  label,
  help,
  error,
  required = false,
  labelHidden = false,
  children,
}: FieldProps & { children: (wiring: ControlWiring) => ReactNode }) {
  const id = useId()
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={classNames(styles.label, labelHidden && hidden.hidden)}>
        {label}
        {required ? <span className={styles.required}>{t.required}</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': classNames(errorId, helpId) || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
      {help ? (
        <p id={helpId} className={styles.help}>
          {help}
        </p>
      ) : null}
    </div>
  )
}
