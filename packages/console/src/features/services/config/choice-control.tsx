import { SelectField } from '../../../ui/select-field.tsx'
import type { Choice, FieldOf } from './config-field.ts'
import type { ControlProps } from './control-props.ts'
import { t } from './messages.ts'

/** Chooses one of some values. A stored value that is not among them can be kept. */
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

/** The choices, among them the one of nothing, and a stored value that the server does not offer any more. */
function optionsFor(options: readonly Choice[], value: unknown): readonly Choice[] {
  const known = (wanted: unknown) => options.some((option) => isSame(option.value, wanted))
  return [
    ...(known(null) ? [] : [{ label: t.none, value: null }]),
    ...(value === null || known(value) ? [] : [{ label: t.notOffered({ value: String(value) }), value }]),
    ...options,
  ]
}

/** Numbers of records come as text from some servers; nothing and the empty text are the same choice. */
export function isSame(left: unknown, right: unknown): boolean {
  return String(left ?? '') === String(right ?? '')
}
