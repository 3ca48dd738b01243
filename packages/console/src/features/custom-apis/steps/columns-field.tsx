import { Checkbox } from '../../../ui/checkbox.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { t } from '../messages.ts'
import type { StepColumn } from '../plan/table-step.ts'
import styles from './steps.module.css'

interface ColumnsFieldProps {
  columns: readonly StepColumn[]
  /** Names with commas; empty or `*` for all. */
  value: string
  error: string | undefined
  onChange: (fields: string) => void
}

/** Chooses the fields that a request returns; a text if the columns are unknown. */
export function ColumnsField({ columns, value, error, onChange }: ColumnsFieldProps) {
  const names = columns.map(({ name }) => name)
  const chosen = value === '' || value === '*' ? names : value.split(',').map((name) => name.trim())
  const isListed = chosen.every((name) => names.includes(name))
  if (names.length === 0 || !isListed)
    return (
      <TextField
        label={t.fields}
        help={t.fieldsHelp}
        mono
        spellCheck={false}
        value={value}
        error={error}
        onChange={onChange}
      />
    )
  const toggle = (name: string, checked: boolean) => {
    const next = names.filter((each) => (each === name ? checked : chosen.includes(each)))
    if (next.length > 0) onChange(next.length === names.length ? '' : next.join(','))
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t.fields}</legend>
      <Row gap={4} rowGap={1} wrap className={styles.columns}>
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            value={chosen.includes(name)}
            onChange={(checked) => toggle(name, checked)}
          />
        ))}
      </Row>
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
    </fieldset>
  )
}
