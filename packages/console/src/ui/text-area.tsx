import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ClipboardEvent, useState } from 'react'
import { classNames } from './class-names.ts'
import field from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { t } from './messages.ts'
import { useReadOnly } from './read-only.ts'
import styles from './text-area.module.css'

interface TextAreaProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  rows: number
  placeholder?: string
  /** For code and identifiers. */
  mono?: boolean
  spellCheck?: boolean
  autoFocus?: boolean
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  /** Masks the input, with a button that shows it. */
  secret?: boolean
}

/** A multi-line text field. */
export function TextArea({
  label,
  help,
  error,
  required,
  labelHidden,
  onChange,
  mono = false,
  secret = false,
  ...area
}: TextAreaProps) {
  const [shown, setShown] = useState(false)
  const locked = useReadOnly() !== null
  return (
    <Field label={label} help={help} error={error} required={required ?? false} labelHidden={labelHidden ?? false}>
      {(wiring) => (
        <div className={field.frame}>
          <textarea
            {...area}
            {...wiring}
            readOnly={locked}
            autoComplete="off"
            className={classNames(
              field.control,
              styles.area,
              mono && field.mono,
              secret && styles.secret,
              secret && !shown && styles.concealed,
            )}
            onChange={(event) => onChange(event.target.value)}
          />
          {secret ? (
            <span className={styles.action}>
              <IconButton
                size="small"
                reads
                label={shown ? t.hide({ label }) : t.show({ label })}
                icon={shown ? <IconEyeOff /> : <IconEye />}
                onClick={() => setShown(!shown)}
              />
            </span>
          ) : null}
        </div>
      )}
    </Field>
  )
}
