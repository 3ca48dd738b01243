import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Legend } from '../../../ui/legend.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import styles from './config.module.css'
import type { ConfigChoice, ControlProps, FieldOf } from './config-field.ts'
import { t } from './messages.ts'

/** Selects any number of values. Stored values that are no longer offered stay and can be removed. */
export function Choices({ field, value, error, label, onChange }: ControlProps<FieldOf<'choices'>>) {
  const id = useId()
  const held: readonly unknown[] = Array.isArray(value) ? value : []
  const isHeld = (wanted: unknown) => held.some((one) => isSame(one, wanted))
  const others = held.filter((one) => !field.options.some((option) => isSame(option.value, one)))
  const options = [
    ...field.options,
    ...others.map((one) => ({ label: t.notOffered({ value: String(one) }), value: one })),
  ]
  const all = options.length > 0 && options.every((option) => isHeld(option.value))
  const toggle = (wanted: unknown, on: boolean) =>
    onChange(on ? [...held, wanted] : held.filter((one) => !isSame(one, wanted)))
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <Legend>
        {label ?? field.label}
        {field.required ? (
          <Text as="span" tone="faint" weight="regular">
            {t.required}
          </Text>
        ) : null}
      </Legend>
      {error ? (
        <Text id={`${id}-error`} role="alert" tabIndex={-1} tone="danger" size="sm" className={styles.error}>
          {error}
        </Text>
      ) : null}
      <Row gap={2} justify="between">
        <Text tone="muted" size="sm" measure preLine>
          {t.chosenCount({ chosen: held.length, count: options.length })}
          {field.help ? `. ${field.help}` : ''}
        </Text>
        <Button
          size="small"
          variant="quiet"
          aria-pressed={all}
          onClick={() => onChange(all ? [] : options.map((option) => option.value))}
        >
          {tabWords.selectAll}
        </Button>
      </Row>
      <div className={styles.boxes} style={{ '--columns': field.columns }}>
        {options.map((option) => (
          <Checkbox
            key={String(option.value)}
            label={option.label}
            value={isHeld(option.value)}
            onChange={(on) => toggle(option.value, on)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Selects one of several values. A stored value that is not among them can be retained. */
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

/** The options, including an empty one and a stored value that the server no longer offers. */
function optionsFor(options: readonly ConfigChoice[], value: unknown): readonly ConfigChoice[] {
  const known = (wanted: unknown) => options.some((option) => isSame(option.value, wanted))
  return [
    ...(known(null) ? [] : [{ label: t.none, value: null }]),
    ...(value === null || known(value) ? [] : [{ label: t.notOffered({ value: String(value) }), value }]),
    ...options,
  ]
}

/** Compares two choices loosely: some servers send record ids as text, and `null` equals the empty text. */
function isSame(left: unknown, right: unknown): boolean {
  return String(left ?? '') === String(right ?? '')
}
