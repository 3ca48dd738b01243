import { classNames } from './class-names.ts'
import field from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { useReadOnly } from './read-only.ts'
import styles from './select-field.module.css'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  disabled?: boolean
}

export interface SelectFieldProps<Value extends string = string> extends FieldProps {
  value: Value | ''
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  /** The text of the empty choice; without it there is none. */
  placeholder?: string
  name?: string
  disabled?: boolean
}

/** The platform's own select, which phones and screen readers know best, in our clothes. */
export function SelectField<Value extends string = string>({
  label,
  help,
  error,
  required,
  labelHidden,
  onChange,
  options,
  placeholder,
  ...select
}: SelectFieldProps<Value>) {
  const locked = useReadOnly() !== null
  const chosen = options.find((option) => option.value === select.value)
  return (
    <Field label={label} help={help} error={error} required={required ?? false} labelHidden={labelHidden ?? false}>
      {(wiring) =>
        locked ? (
          // A select cannot be read-only; its text can be, and copied.
          <input {...wiring} readOnly className={field.control} value={chosen?.label ?? placeholder ?? ''} />
        ) : (
          <select
            {...select}
            {...wiring}
            className={classNames(field.control, styles.select)}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value)
              if (chosen) onChange(chosen.value)
            }}
          >
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  )
}
