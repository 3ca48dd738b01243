import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { isSame } from './choice-control.tsx'
import styles from './config.module.css'
import type { FieldOf } from './config-field.ts'
import type { ControlProps } from './control-props.ts'

/** Any number of some values. Stored ones that are not offered stay, and can be taken away. */
export function Choices({ field, value, error, label, onChange }: ControlProps<FieldOf<'choices'>>) {
  const id = useId()
  const held: readonly unknown[] = Array.isArray(value) ? value : []
  const isHeld = (wanted: unknown) => held.some((one) => isSame(one, wanted))
  const others = held.filter((one) => !field.options.some((option) => isSame(option.value, one)))
  const options = [...field.options, ...others.map((one) => ({ label: `${String(one)} (not offered)`, value: one }))]
  const all = options.length > 0 && options.every((option) => isHeld(option.value))
  const toggle = (wanted: unknown, on: boolean) =>
    onChange(on ? [...held, wanted] : held.filter((one) => !isSame(one, wanted)))
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label ?? field.label}
        {field.required ? <span className={styles.required}> (required)</span> : null}
      </legend>
      {error ? (
        <p id={`${id}-error`} role="alert" tabIndex={-1} className={styles.error}>
          {error}
        </p>
      ) : null}
      <div className={styles.groupHead}>
        <p className={styles.help}>
          {held.length} of {options.length} chosen{field.help ? `. ${field.help}` : ''}
        </p>
        <Button
          size="small"
          variant="quiet"
          aria-pressed={all}
          onClick={() => onChange(all ? [] : options.map((option) => option.value))}
        >
          Select all
        </Button>
      </div>
      <div className={styles.boxes} style={{ '--columns': field.columns }}>
        {options.map((option) => (
          <Checkbox
            key={String(option.value)}
            label={option.label}
            checked={isHeld(option.value)}
            onChange={(on) => toggle(option.value, on)}
          />
        ))}
      </div>
    </fieldset>
  )
}
