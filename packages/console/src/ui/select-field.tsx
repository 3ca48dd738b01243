import field from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { useReadOnly } from './read-only.ts'
import { Select, type SelectOption } from './select.tsx'

export interface SelectFieldProps<Value extends string = string> extends FieldProps {
  value: Value | ''
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  /** Text of the empty option; without it there is none. */
  placeholder?: string
  name?: string
  disabled?: boolean
}

/** A labelled select, or its text if fields are read-only. */
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
          // A select cannot be read-only; a text field can, and its text can be copied.
          <input {...wiring} readOnly className={field.control} value={chosen?.label ?? placeholder ?? ''} />
        ) : (
          <Select {...select} {...wiring} options={options} placeholder={placeholder} onChange={onChange} />
        )
      }
    </Field>
  )
}
