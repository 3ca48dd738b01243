import { filterOperators } from '@millwright/contract/records/role'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AccessRow, type FilterRow, newFilter, takesValue } from './access-rows.ts'
import styles from './roles.module.css'

interface AccessFiltersProps {
  row: Pick<AccessRow, 'filters' | 'filterOp'>
  onChange: (change: Partial<Pick<AccessRow, 'filters' | 'filterOp'>>) => void
}

const operators = filterOperators.map((operator) => ({ value: operator, label: operator }))

/** Lets only some rows of a database through; AND or OR joins all of a rule's filters. */
export function AccessFilters({ row, onChange }: AccessFiltersProps) {
  const { filters, filterOp } = row
  const set = (index: number, change: Partial<FilterRow>) =>
    onChange({ filters: filters.map((filter, at) => (at === index ? { ...filter, ...change } : filter)) })
  return (
    <div className={styles.filters}>
      {filters.length === 0 ? <p>No filters: all rows can be reached.</p> : null}
      {filters.map((filter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have nothing else to be told apart by
        <div key={index} className={styles.filterLine}>
          {index === 0 ? (
            <span className={styles.where}>Where</span>
          ) : (
            <Button
              size="small"
              variant="quiet"
              onClick={() => onChange({ filterOp: filterOp === 'AND' ? 'OR' : 'AND' })}
            >
              {filterOp}
            </Button>
          )}
          <TextField
            label={`Field of filter ${index + 1}`}
            labelHidden
            placeholder="Field"
            mono
            spellCheck={false}
            value={filter.name}
            onChange={(name) => set(index, { name })}
          />
          <SelectField
            label={`Operator of filter ${index + 1}`}
            labelHidden
            value={filter.operator}
            options={
              operators.some(({ value }) => value === filter.operator)
                ? operators
                : [{ value: filter.operator, label: filter.operator }, ...operators]
            }
            onChange={(operator) => set(index, { operator })}
          />
          <TextField
            label={`Value of filter ${index + 1}`}
            labelHidden
            placeholder={takesValue(filter.operator) ? 'Value or {lookup key}' : ''}
            mono
            spellCheck={false}
            disabled={!takesValue(filter.operator)}
            value={takesValue(filter.operator) ? filter.value : ''}
            onChange={(value) => set(index, { value })}
          />
          <IconButton
            label={`Delete filter ${index + 1}`}
            danger
            icon={<IconTrash />}
            onClick={() => onChange({ filters: filters.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={<IconPlus />} onClick={() => onChange({ filters: [...filters, newFilter] })}>
          Add filter
        </Button>
      </div>
    </div>
  )
}
