import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import field from './field.module.css'
import styles from './select.module.css'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  disabled?: boolean
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  /** Empty if nothing is selected. */
  value: Value | ''
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  /** Text of the empty option; without it there is none. */
  placeholder?: string | undefined
  /** `bare` is unstyled, for containers that style it. */
  look?: 'field' | 'small' | 'bare'
}

/** A styled native select, which phones and screen readers support best. */
export function Select<Value extends string>({
  onChange,
  options,
  placeholder,
  look = 'field',
  className,
  ...select
}: SelectProps<Value>) {
  return (
    <select
      {...select}
      className={classNames(
        look !== 'bare' && field.control,
        look !== 'bare' && styles.select,
        look === 'small' && styles.small,
        className,
      )}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {placeholder === undefined ? null : <option value="">{placeholder}</option>}
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  )
}
