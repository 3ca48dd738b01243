import { messageOf } from '../../instance/instance-error.ts'
import type { FieldProps } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { schemaMessages } from './messages.ts'

interface NameSelectProps extends FieldProps {
  /** Options; the current value is always among them. */
  names: readonly string[]
  loading: boolean
  failed: unknown
  value: string
  onChange: (name: string) => void
  disabled?: boolean
  placeholder?: string
}

/** Selects a table or field by a name loaded from the instance. */
export function NameSelect({
  names,
  loading,
  failed,
  value,
  placeholder = schemaMessages.select,
  ...select
}: NameSelectProps) {
  const known = value === '' || names.includes(value) ? names : [value, ...names]
  return (
    <SelectField
      {...select}
      value={value}
      placeholder={loading && names.length === 0 ? schemaMessages.loading : placeholder}
      options={known.map((name) => ({ value: name, label: name }))}
      error={select.error ?? (failed && names.length === 0 ? messageOf(failed) : null)}
    />
  )
}
