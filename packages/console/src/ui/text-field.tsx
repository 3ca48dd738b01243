import type { ClipboardEventHandler, HTMLInputAutoCompleteAttribute, KeyboardEventHandler, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import field from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import icons from './icon.module.css'
import { t } from './messages.ts'
import { useReadOnly } from './read-only.ts'
import styles from './text-field.module.css'

export interface TextFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url' | 'number' | 'datetime-local'
  name?: string
  placeholder?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'tel' | 'url' | 'search'
  maxLength?: number
  min?: number
  max?: number
  step?: number
  disabled?: boolean
  readOnly?: boolean
  /** For identifiers. */
  mono?: boolean
  spellCheck?: boolean
  autoFocus?: boolean
  /** The id of a `datalist` with suggestions. */
  list?: string
  icon?: ReactNode
  /** A button inside the right edge of the control. */
  action?: ReactNode
  onBlur?: () => void
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
  onPaste?: ClipboardEventHandler<HTMLInputElement>
  ref?: Ref<HTMLInputElement>
}

/** A note at the maximum length, since the browser cuts off the rest silently. */
function limitNote(value: string, most: number | undefined): string | null {
  return most !== undefined && value.length >= most ? t.characterLimit({ most }) : null
}

export function TextField({
  label,
  help,
  error,
  required,
  labelHidden,
  onChange,
  type = 'text',
  mono = false,
  icon,
  action,
  ...input
}: TextFieldProps) {
  const locked = useReadOnly() !== null && type !== 'search'
  return (
    <Field
      label={label}
      help={limitNote(input.value, input.maxLength) ?? help}
      error={error}
      required={required ?? false}
      labelHidden={labelHidden ?? false}
    >
      {(wiring) => (
        <div className={field.frame}>
          {icon ? <span className={classNames(icons.small, styles.icon)}>{icon}</span> : null}
          <input
            {...input}
            {...wiring}
            readOnly={locked || input.readOnly}
            type={type}
            className={classNames(
              field.control,
              mono && field.mono,
              Boolean(icon) && styles.withIcon,
              Boolean(action) && styles.withAction,
            )}
            onChange={(event) => onChange(event.target.value)}
          />
          {action ? <span className={styles.action}>{action}</span> : null}
        </div>
      )}
    </Field>
  )
}
