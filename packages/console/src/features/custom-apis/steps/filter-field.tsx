import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import {
  type FilterLine,
  type FilterLines,
  hasLineValue,
  lineOperators,
  printFilterLines,
  readFilterLines,
} from '../plan/filter-lines.ts'
import type { StepColumn } from '../plan/table-step.ts'
import { PlaceholderField } from './placeholder-field.tsx'
import styles from './steps.module.css'
import type { StepSurroundings } from './surroundings.ts'

interface FilterFieldProps {
  /** As stored: in filter syntax, with placeholders as values. */
  value: string
  columns: readonly StepColumn[]
  around: StepSurroundings
  error: string | undefined
  onChange: (filter: string) => void
}

const newLine: FilterLine = { field: '', operator: '=', value: '' }

/** The filter of a request: conditions with bound values, or text if it is not a list of conditions. */
export function FilterField({ value, columns, around, error, onChange }: FilterFieldProps) {
  /** Also lines without a field, which are not part of the filter. */
  const [shown, setShown] = useState(() => ({ filter: value, read: readFilterLines(value) }))
  const { read } = shown.filter === value ? shown : { read: readFilterLines(value) }
  if (read === null)
    return (
      <PlaceholderField
        label={t.filter}
        help={t.filterHelp}
        placeholders={around.placeholders}
        value={value}
        error={error}
        onChange={onChange}
      />
    )
  const change = (next: FilterLines) => {
    const filter = printFilterLines(next)
    setShown({ filter, read: next })
    if (filter !== value) onChange(filter)
  }
  const { join, lines } = read
  const set = (at: number, line: Partial<FilterLine>) =>
    change({ join, lines: lines.map((each, place) => (place === at ? { ...each, ...line } : each)) })
  return (
    <Stack as="fieldset" gap={2} className={styles.group}>
      <legend>{t.filter}</legend>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
        <div key={at} className={styles.condition}>
          <Row className={styles.join}>
            {at === 0 ? (
              <Text as="span" tone="muted" size="sm">
                {t.whereWord}
              </Text>
            ) : (
              <Button
                size="small"
                variant="quiet"
                onClick={() => change({ join: join === 'and' ? 'or' : 'and', lines })}
              >
                {join === 'and' ? t.andWord : t.orWord}
              </Button>
            )}
          </Row>
          <ColumnField
            label={t.fieldOfCondition({ number: at + 1 })}
            columns={columns}
            value={line.field}
            onChange={(field) => set(at, { field })}
          />
          <SelectField
            label={t.operatorOfCondition({ number: at + 1 })}
            labelHidden
            value={line.operator}
            options={lineOperators.map((operator) => ({ value: operator, label: operator }))}
            onChange={(operator) => set(at, { operator })}
          />
          {hasLineValue(line.operator) ? (
            <PlaceholderField
              label={t.valueOfCondition({ number: at + 1 })}
              labelHidden
              whole
              placeholder={/\bin$/.test(line.operator) ? t.listOfValues : tabWords.value}
              placeholders={around.placeholders}
              newParameter={
                line.field === ''
                  ? undefined
                  : {
                      name: line.field,
                      declare: () => around.declare(line.field, columns.find(({ name }) => name === line.field)?.type),
                    }
              }
              value={line.value}
              onChange={(text) => set(at, { value: text })}
            />
          ) : (
            <span />
          )}
          <IconButton
            label={t.removeCondition({ number: at + 1 })}
            danger
            icon={<IconTrash />}
            onClick={() => change({ join, lines: lines.toSpliced(at, 1) })}
          />
        </div>
      ))}
      {error ? (
        <Text tone="danger" size="sm" role="alert" tabIndex={-1}>
          {error}
        </Text>
      ) : null}
      <Row>
        <Button size="small" icon={<IconPlus />} onClick={() => change({ join, lines: [...lines, newLine] })}>
          {t.addCondition}
        </Button>
      </Row>
    </Stack>
  )
}

interface ColumnFieldProps {
  label: string
  columns: readonly StepColumn[]
  value: string
  onChange: (name: string) => void
}

/** Chooses a column; a text if the columns are unknown. */
function ColumnField({ label, columns, value, onChange }: ColumnFieldProps) {
  if (columns.length === 0)
    return (
      <TextField
        label={label}
        labelHidden
        mono
        spellCheck={false}
        placeholder={tabWords.field}
        value={value}
        onChange={onChange}
      />
    )
  const names = columns.map(({ name }) => name)
  const options = (value === '' || names.includes(value) ? names : [value, ...names]).map((name) => ({
    value: name,
    label: name,
  }))
  return (
    <SelectField
      label={label}
      labelHidden
      placeholder={tabWords.field}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
