import { lazy, Suspense, useRef, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import field from '../../../ui/field.module.css'
import { Field, type FieldProps } from '../../../ui/field.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import select from '../../../ui/select.module.css'
import { Text } from '../../../ui/text.tsx'
import styles from './record-picker.module.css'
import { fullNameOf, type PickedRecord, type RecordSource } from './record-source.ts'

const loadPopup = () => import('./record-picker-popup.tsx')
const RecordPickerPopup = lazy(() => loadPopup().then((module) => ({ default: module.RecordPickerPopup })))

export interface RecordPickerProps extends FieldProps {
  source: RecordSource
  value: PickedRecord | null
  onChange: (value: PickedRecord | null) => void
  /** Shown while nothing is chosen; with `clearable` also the label of the empty option. */
  placeholder: string
  clearable?: boolean
  /** Ids of records that are already chosen elsewhere and cannot be chosen here. */
  taken?: ReadonlySet<number>
  /** Keeps the list open after a choice, for choosing several records. */
  staysOpen?: boolean
  /** `small` fits into a line of text. */
  look?: 'field' | 'small'
  disabled?: boolean
}

/**
 * Chooses a record from a collection of any size: the instance searches it and returns a limited number of results. The popup's
 * code is loaded when the pointer or focus first reaches the control.
 */
export function RecordPicker(props: RecordPickerProps) {
  const {
    source,
    value,
    onChange,
    placeholder,
    clearable = false,
    taken,
    staysOpen = false,
    look,
    disabled,
    ...named
  } = props
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const locked = useReadOnly() !== null
  const words = value === null ? placeholder : fullNameOf(value)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Field {...named}>
      {/* A button cannot be `required`, so its label says that a choice is. */}
      {({ 'aria-required': _, ...wiring }) =>
        locked ? (
          <input {...wiring} readOnly className={field.control} value={words} />
        ) : (
          <div className={styles.picker}>
            <button
              {...wiring}
              ref={button}
              type="button"
              className={classNames(field.control, select.select, styles.button, look === 'small' && select.small)}
              aria-label={`${named.label}: ${[words, value?.trouble?.text].filter(Boolean).join(' ')}`}
              disabled={disabled}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown') return
                event.preventDefault()
                setOpen(true)
              }}
              onPointerEnter={() => void loadPopup()}
              onFocus={() => void loadPopup()}
            >
              {value?.Icon ? <value.Icon size={16} aria-hidden="true" /> : null}
              <Text as="span" shrink truncate grow {...(value === null && { tone: 'muted' })}>
                {value?.title ?? value?.label ?? placeholder}
                {value?.title === undefined || value.title === value.label || look === 'small' ? null : (
                  <>
                    {' '}
                    <Text as="code" tone="muted" size="sm">
                      {value.label}
                    </Text>
                  </>
                )}
              </Text>
              {value?.trouble ? <Badge tone={value.trouble.tone}>{value.trouble.text}</Badge> : null}
            </button>
            {open ? (
              <Suspense fallback={null}>
                <RecordPickerPopup
                  label={named.label}
                  anchor={button}
                  source={source}
                  chosen={value?.id ?? null}
                  none={clearable ? placeholder : null}
                  taken={taken}
                  onChoose={(next) => {
                    if (!staysOpen) close()
                    onChange(next)
                  }}
                  onClose={close}
                />
              </Suspense>
            ) : null}
          </div>
        )
      }
    </Field>
  )
}
