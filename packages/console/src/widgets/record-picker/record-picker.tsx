import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import field from '../../ui/field.module.css'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import { Text } from '../../ui/text.tsx'
import styles from './record-picker.module.css'
import type { PickedRecord, RecordSource } from './record-source.ts'

const loadPopup = () => import('./record-picker-popup.tsx')
const RecordPickerPopup = lazy(() => loadPopup().then((module) => ({ default: module.RecordPickerPopup })))

export interface RecordPickerProps extends FieldProps {
  source: RecordSource
  value: PickedRecord | null
  onChange: (value: PickedRecord | null) => void
  /** What the control says while nothing is chosen; with `clearable` also the choice of nothing. */
  placeholder: string
  clearable?: boolean
  /** Records that cannot be chosen, as they are chosen elsewhere. */
  taken?: ReadonlySet<number>
}

/**
 * Chooses one of any number of records: they are searched on the instance, some at a time. The list's code is fetched when
 * the pointer or the focus first comes near.
 */
export function RecordPicker(props: RecordPickerProps) {
  const { source, value, onChange, placeholder, clearable = false, taken, ...named } = props
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const locked = useReadOnly() !== null
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Field {...named}>
      {/* A button cannot be required; its label says that what it chooses is. */}
      {({ 'aria-required': _, ...wiring }) =>
        locked ? (
          <input {...wiring} readOnly className={field.control} value={value?.label ?? placeholder} />
        ) : (
          <div className={styles.picker}>
            <button
              {...wiring}
              ref={button}
              type="button"
              className={classNames(field.control, styles.button, value === null && styles.none)}
              aria-label={`${named.label}: ${value?.label ?? placeholder}`}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown') return
                event.preventDefault()
                setOpen(true)
              }}
              onPointerEnter={() => void loadPopup()}
            >
              <Text as="span" shrink truncate grow className={styles.value}>
                {value?.label ?? placeholder}
              </Text>
              <IconChevronDown aria-hidden="true" />
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
                    close()
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
