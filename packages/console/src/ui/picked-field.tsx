import { IconCalendar, IconClock } from '@tabler/icons-react'
import { useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { t } from './messages.ts'
import styles from './picked-field.module.css'
import { useReadOnly } from './read-only.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface PickedFieldProps extends TextFieldProps {
  picks: 'date' | 'time' | 'datetime-local'
  /** The value of the native control; empty if it cannot show the text. */
  picked: string
  onPicked: (picked: string) => void
}

/** A date or time as text, with the native control to pick another. */
export function PickedField({ picks, picked, onPicked, ...text }: PickedFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <TextField
      {...text}
      action={
        <>
          <input
            ref={picker}
            className={styles.picker}
            type={picks}
            step={picks === 'date' ? undefined : 1}
            tabIndex={-1}
            readOnly={useReadOnly() !== null}
            aria-hidden="true"
            value={picked}
            onChange={(event) => event.target.value !== '' && onPicked(event.target.value)}
          />
          <IconButton
            size="small"
            label={t.pick({ label: text.label })}
            icon={picks === 'time' ? <IconClock /> : <IconCalendar />}
            onClick={() => picker.current?.showPicker()}
          />
        </>
      }
    />
  )
}
