import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { namesQuery, type RecordSource } from '../record-picker/record-source.ts'
import { type Condition, needsValue, wordOf } from './conditions.ts'
import type { FilterColumn } from './declaration.ts'
import styles from './filters.module.css'

interface FilterChipsProps {
  columns: readonly FilterColumn[]
  conditions: readonly Condition[]
  onEdit: (index: number) => void
  onRemove: (index: number) => void
}

export function FilterChips({ columns, conditions, onEdit, onRemove }: FilterChipsProps) {
  return (
    <ul className={styles.chips} aria-label="Filters">
      {conditions.map((condition, index) => (
        <Chip
          key={`${condition.field}${condition.operator}${condition.value}`}
          condition={condition}
          column={columns.find(({ field }) => field === condition.field)}
          onEdit={() => onEdit(index)}
          onRemove={() => onRemove(index)}
        />
      ))}
    </ul>
  )
}

interface ChipProps {
  condition: Condition
  column: FilterColumn | undefined
  onEdit: () => void
  onRemove: () => void
}

function Chip({ condition, column, onEdit, onRemove }: ChipProps) {
  const words = conditionWords(condition, column, useRecordName(condition, column))
  return (
    <li className={styles.chip}>
      <button type="button" className={styles.words} onClick={onEdit} title="Change this filter">
        {words}
      </button>
      <button type="button" className={styles.remove} aria-label={`Remove filter ${words}`} onClick={onRemove}>
        <IconX aria-hidden="true" />
      </button>
    </li>
  )
}

const noSource: RecordSource = { collection: '', many: '', nameField: '', searchFields: [] }

/** What the record of a condition is called; its number until that is known. */
function useRecordName({ value }: Condition, column: FilterColumn | undefined): string {
  const id = Number(value)
  const asked = column?.source !== undefined && Number.isInteger(id)
  const { data } = useQuery(namesQuery(column?.source ?? noSource, asked ? [id] : []))
  return (asked && data?.get(id)) || value
}

/** A condition as a person says it: `Email contains ann`. */
function conditionWords(condition: Condition, column: FilterColumn | undefined, value: string): string {
  const label = column?.label ?? condition.field
  const word = wordOf(condition.operator, column?.kind ?? 'text')
  if (!needsValue(condition.operator)) return `${label} ${word}`
  if (column?.kind === 'boolean') return `${label} is ${condition.value === 'true' ? 'Yes' : 'No'}`
  return `${label} ${word} ${value}`
}
