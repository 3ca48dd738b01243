import { messageOf } from '../../instance/instance-error.ts'
import type { FieldProps } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { schemaMessages } from './messages.ts'

interface NameSelectProps extends FieldProps {
  /** What there is to choose; what is chosen already is always among it. */
  names: readonly string[]
  loading: boolean
  failed: unknown
  value: string
  onChange: (name: string) => void
  disabled?: boolean
  placeholder?: string
}

/** Chooses a table or a field whose names come from the instance. */
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
