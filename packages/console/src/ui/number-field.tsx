import { TextField, type TextFieldProps } from './text-field.tsx'

export type NumberFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  /** `null` while the field is empty or holds no number. */
  value: number | null
  onChange: (value: number | null) => void
}

export function NumberField({ value, onChange, ...rest }: NumberFieldProps) {
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      value={value === null ? '' : String(value)}
      onChange={(text) => {
        const number = text.trim() === '' ? Number.NaN : Number(text)
        onChange(Number.isNaN(number) ? null : number)
      }}
    />
  )
}
