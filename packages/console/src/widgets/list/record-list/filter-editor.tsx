import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import type { ComparedColumn } from '../../access/condition/compared-column.ts'
import { ConditionFields, type TypedCondition } from '../../access/condition/condition-fields.tsx'
import { type Condition, needsValue, operatorsFor } from '../../records/list-declaration/conditions.ts'
import type { FilterColumn } from '../../records/list-declaration/declaration.ts'
import { RecordPicker } from '../../records/record-picker/record-picker.tsx'
import { namesQuery, type RecordSource } from '../../records/record-picker/record-source.ts'
import styles from './filters.module.css'
import { comparedKinds, filterOperator, wordOf } from './list-filter.ts'
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
  const [typed, setTyped] = useState<TypedCondition>(() => ({
    field: start?.field ?? offered.find(({ kind }) => kind === 'text')?.field ?? '',
    operator: filterOperator[start?.operator ?? 'contains'],
    value: start?.value ?? '',
  }))
  const { field, value } = typed
  const column = offered.find((each) => each.field === field)
  const kind = column?.kind ?? 'text'
  const operator =
    operatorsFor[kind].find((one) => filterOperator[one] === typed.operator) ?? operatorsFor[kind][0] ?? 'is'
  const complete = !needsValue(operator) || value.trim() !== ''

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (complete) onApply({ field, operator, value: value.trim() })
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
      <ConditionFields
        labelHidden
        labels={{ field: t.column, operator: t.comparison, value: tabWords.value }}
        columns={offered.map(comparedColumn)}
        condition={{ ...typed, operator: filterOperator[operator] }}
        wordOf={(one) => wordOf(operatorsFor[kind].find((own) => filterOperator[own] === one) ?? operator, kind)}
        valueField={
          column?.source ? (
            <RecordValue
              source={column.source}
              value={value}
              onChange={(chosen) => setTyped({ ...typed, value: chosen })}
            />
          ) : undefined
        }
        onChange={(change) =>
          setTyped({ ...typed, ...change, ...(change.field !== undefined && column?.source && { value: '' }) })
        }
      />
      <Button type="submit" variant="primary" disabledReason={complete ? null : t.searchTextMissing}>
        {t.apply}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {commonWords.cancel}
      </Button>
    </form>
  )
}

function comparedColumn({ field, label, kind, options = [] }: FilterColumn): ComparedColumn {
  const truths = [
    { value: 'true', label: tabWords.yes },
    { value: 'false', label: tabWords.no },
  ]
  return {
    name: field,
    label,
    kind: comparedKinds[kind],
    isZoned: kind === 'date',
    values: kind === 'boolean' ? truths : options,
    operators: operatorsFor[kind].map((operator) => filterOperator[operator]),
  }
}

interface RecordValueProps {
  source: RecordSource
  value: string
  onChange: (value: string) => void
}

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
