import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

export interface TextAreaProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  name?: string
  rows?: number
  placeholder?: string
  maxLength?: number
  disabled?: boolean
  readOnly?: boolean
  mono?: boolean
  spellCheck?: boolean
}

export function TextArea({
  label,
  help,
  error,
  required,
  labelHidden,
  onChange,
  mono = false,
  rows = 4,
  ...area
}: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error} required={required ?? false} labelHidden={labelHidden ?? false}>
      {(wiring) => (
        <textarea
          {...area}
          {...wiring}
          rows={rows}
          className={classNames(styles.control, mono && styles.mono)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
