import { IconCalendar, IconClock } from '@tabler/icons-react'
import { useRef } from 'react'
import type { FieldProps } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import { TextField } from '../../ui/text-field.tsx'
import { type MomentKind, pickerValue, withPicked } from './moments.ts'
import styles from './record-form.module.css'

interface MomentFieldProps extends FieldProps {
  kind: MomentKind
  text: string
  placeholder: string
  onChange: (text: string) => void
}

/** A date or time as the text that the database has, and the browser's own control to pick another. */
export function MomentField({ kind, text, placeholder, onChange, ...named }: MomentFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <TextField
      {...named}
      value={text}
      placeholder={placeholder}
      onChange={onChange}
      action={
        <>
          <input
            ref={picker}
            className={styles.picker}
            type={kind === 'datetime' ? 'datetime-local' : kind}
            step={kind === 'date' ? undefined : 1}
            tabIndex={-1}
            readOnly={useReadOnly() !== null}
            aria-hidden="true"
            value={pickerValue(kind, text)}
            onChange={(event) => event.target.value !== '' && onChange(withPicked(kind, text, event.target.value))}
          />
          <IconButton
            size="small"
            label={`Pick ${named.label}`}
            icon={kind === 'time' ? <IconClock /> : <IconCalendar />}
            onClick={() => picker.current?.showPicker()}
          />
        </>
      }
    />
  )
}
