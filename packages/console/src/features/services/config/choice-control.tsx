import { SelectField } from '../../../ui/select-field.tsx'
import type { Choice, FieldOf } from './config-field.ts'
import type { ControlProps } from './control-props.ts'
import { t } from './messages.ts'

/** Selects one of several values. A stored value that is not among them can be retained. */
export function ChoiceField({ field, value, error, label, labelHidden, onChange }: ControlProps<FieldOf<'choice'>>) {
  const options = optionsFor(field.options, value)
  const at = options.findIndex((option) => isSame(option.value, value))
  return (
    <SelectField
      label={label ?? field.label}
      labelHidden={labelHidden ?? false}
      help={labelHidden ? null : field.help}
      error={error}
      required={field.required}
      value={String(at)}
      onChange={(index) => onChange(options[Number(index)]?.value ?? null)}
      options={options.map((option, index) => ({ value: String(index), label: option.label }))}
    />
  )
}

/** The options, including an empty one and a stored value that the server no longer offers. */
function optionsFor(options: readonly Choice[], value: unknown): readonly Choice[] {
  const known = (wanted: unknown) => options.some((option) => isSame(option.value, wanted))
  return [
    ...(known(null) ? [] : [{ label: t.none, value: null }]),
    ...(value === null || known(value) ? [] : [{ label: t.notOffered({ value: String(value) }), value }]),
    ...options,
  ]
}

/** Compares two choices loosely: some servers send record ids as text, and `null` equals the empty text. */
export function isSame(left: unknown, right: unknown): boolean {
  return String(left ?? '') === String(right ?? '')
}
