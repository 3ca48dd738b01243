import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { type Condition, needsValue, type Operator, operatorsFor } from '../list-declaration/conditions.ts'
import type { FilterColumn } from '../list-declaration/declaration.ts'
import { RecordPicker } from '../record-picker/record-picker.tsx'
import { namesQuery, type RecordSource } from '../record-picker/record-source.ts'
import { wordOf } from './condition-words.ts'
import styles from './filters.module.css'
import { t } from './opened/messages.ts'

interface FilterEditorProps {
  columns: readonly FilterColumn[]
  /** The edited filter chip; `null` for a new one. */
  start: Condition | null
  onApply: (condition: Condition) => void
  onCancel: () => void
}

/** One condition as three controls in a row. */
export function FilterEditor({ columns, start, onApply, onCancel }: FilterEditorProps) {
  const offered = columns.filter(({ filterable }) => filterable !== false)
  const [field, setField] = useState(start?.field ?? offered.find(({ kind }) => kind === 'text')?.field ?? '')
  const column = offered.find((each) => each.field === field)
  const kind = column?.kind ?? 'text'
  const [wanted, setWanted] = useState<Operator>(start?.operator ?? 'contains')
  const operator = operatorsFor[kind].includes(wanted) ? wanted : (operatorsFor[kind][0] ?? 'is')
  const [value, setValue] = useState(start?.value ?? '')
  const complete = !needsValue(operator) || kind === 'boolean' || value.trim() !== ''

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (complete) onApply({ field, operator, value: kind === 'boolean' && value === '' ? 'true' : value.trim() })
  }

  return (
    <form
      className={styles.editor}
      aria-label={t.filter}
      onSubmit={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <SelectField
        label={t.column}
        labelHidden
        value={field}
        onChange={(next) => {
          setField(next)
          setValue('')
        }}
        options={offered.map((column) => ({ value: column.field, label: column.label }))}
      />
      <SelectField
        label={t.comparison}
        labelHidden
        value={operator}
        onChange={setWanted}
        options={operatorsFor[kind].map((one) => ({ value: one, label: wordOf(one, kind) }))}
      />
      {needsValue(operator) ? (
        <ValueControl kind={kind} source={column?.source} options={column?.options} value={value} onChange={setValue} />
      ) : null}
      <Button type="submit" variant="primary" disabledReason={complete ? null : t.searchTextMissing}>
        {t.apply}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {commonWords.cancel}
      </Button>
    </form>
  )
}

interface ValueControlProps {
  kind: FilterColumn['kind']
  source: FilterColumn['source']
  options: FilterColumn['options']
  value: string
  onChange: (value: string) => void
}

function ValueControl({ kind, source, options, value, onChange }: ValueControlProps) {
  if (source) return <RecordValue source={source} value={value} onChange={onChange} />
  if (options)
    return (
      <SelectField
        label={tabWords.value}
        labelHidden
        placeholder={t.chooseOne}
        value={value}
        onChange={onChange}
        options={options}
      />
    )
  if (kind === 'boolean')
    return (
      <SelectField
        label={tabWords.value}
        labelHidden
        value={value === 'false' ? 'false' : 'true'}
        onChange={onChange}
        options={[
          { value: 'true', label: tabWords.yes },
          { value: 'false', label: tabWords.no },
        ]}
      />
    )
  return (
    <TextField
      label={tabWords.value}
      labelHidden
      autoFocus
      placeholder={kind === 'date' ? 'YYYY-MM-DD' : tabWords.value}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={onChange}
    />
  )
}

type RecordValueProps = Pick<ValueControlProps, 'value' | 'onChange'> & { source: RecordSource }

function RecordValue({ source, value, onChange }: RecordValueProps) {
  const id = value === '' ? null : Number(value)
  const { data } = useQuery(namesQuery(source, id === null ? [] : [id]))
  return (
    <RecordPicker
      label={tabWords.value}
      labelHidden
      source={source}
      value={id === null ? null : { id, label: data?.get(id) ?? value }}
      placeholder={t.chooseRecord({ many: source.many })}
      onChange={(record) => onChange(record ? String(record.id) : '')}
    />
  )
}
