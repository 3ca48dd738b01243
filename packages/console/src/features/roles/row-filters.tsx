import { filterOperators } from '@millwright/contract/records/role'
import { IconPlus, IconTrash, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AccessRow, type FilterRow, hasValue, newFilter } from '../../widgets/access-rules/access-rows.ts'
import type { RowFilter } from '../../widgets/access-rules/row-access.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { filterKeysQuery } from './filter-keys.ts'
import { t } from './opened/messages.ts'
import styles from './roles.module.css'
import { columnsQuery, operatorsFor, ownerColumns, type TableColumn } from './table-columns.ts'

interface RowFiltersProps {
  /** Name of the service; `null` if it does not exist. */
  service: string | null
  subject: Pick<AccessRow, 'serviceId' | 'component'>
  filter: RowFilter
  onChange: (filter: RowFilter) => void
}

/** The row filter of a table: columns, operators by type, and values or lookup keys. AND or OR combines all conditions. */
export function RowFilters({ service, subject, filter, onChange }: RowFiltersProps) {
  const { filters, filterOp } = filter
  const { data: columns = [] } = useQuery(columnsQuery(service, subject))
  const { data: keys = [] } = useQuery(filterKeysQuery)
  const set = (index: number, change: Partial<FilterRow>) =>
    onChange({ ...filter, filters: filters.map((each, at) => (at === index ? { ...each, ...change } : each)) })
  const add = (added: FilterRow) =>
    onChange({ ...filter, filters: [...filters.filter(({ name }) => name.trim() !== ''), added] })
  return (
    <div className={styles.filters}>
      {filters.length === 0 ? <p>{t.noFilters}</p> : null}
      {filters.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no other identity
        <div key={index} className={styles.filterLine}>
          {index === 0 ? (
            <span className={styles.where}>{t.whereLabel}</span>
          ) : (
            <Button
              size="small"
              variant="quiet"
              onClick={() => onChange({ ...filter, filterOp: filterOp === 'AND' ? 'OR' : 'AND' })}
            >
              {filterOp}
            </Button>
          )}
          <FilterLine
            number={index + 1}
            filter={each}
            columns={columns}
            keys={keys}
            onChange={(change) => set(index, change)}
          />
          <IconButton
            label={t.deleteFilter({ number: index + 1 })}
            danger
            icon={<IconTrash />}
            onClick={() => onChange({ ...filter, filters: filters.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <Row gap={2} wrap>
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() => onChange({ ...filter, filters: [...filters, newFilter] })}
        >
          {t.addFilter}
        </Button>
        <OwnRows columns={columns} keys={keys} onChosen={add} />
      </Row>
    </div>
  )
}

interface FilterLineProps {
  number: number
  filter: FilterRow
  columns: readonly TableColumn[]
  keys: readonly string[]
  onChange: (change: Partial<FilterRow>) => void
}

function FilterLine({ number, filter, columns, keys, onChange }: FilterLineProps) {
  const list = useId()
  const column = columns.find(({ name }) => name.toLowerCase() === filter.name.trim().toLowerCase())
  const offered = operatorsFor(column)
  const operators = offered.includes(filter.operator) ? offered : [filter.operator, ...offered]
  const values = column?.kind === 'boolean' ? ['true', 'false'] : (column?.values ?? [])
  const names = columns.map(({ name }) => name)
  const isListed = filter.name === '' || names.includes(filter.name)
  const choose = (name: string) => {
    const next = operatorsFor(columns.find((each) => each.name === name))
    onChange({ name, ...(!next.includes(filter.operator) && { operator: next[0] ?? filterOperators[0] }) })
  }
  return (
    <>
      {columns.length === 0 ? (
        <TextField
          label={t.fieldOfFilter({ number })}
          labelHidden
          placeholder={tabWords.field}
          mono
          spellCheck={false}
          value={filter.name}
          onChange={(name) => onChange({ name })}
        />
      ) : (
        <SelectField
          label={t.fieldOfFilter({ number })}
          labelHidden
          placeholder={tabWords.field}
          value={filter.name}
          options={(isListed ? names : [filter.name, ...names]).map((name) => ({ value: name, label: name }))}
          onChange={choose}
        />
      )}
      <SelectField
        label={t.operatorOfFilter({ number })}
        labelHidden
        value={filter.operator}
        options={operators.map((operator) => ({ value: operator, label: operator }))}
        onChange={(operator) => onChange({ operator })}
      />
      <div>
        <TextField
          label={t.valueOfFilter({ number })}
          labelHidden
          placeholder={hasValue(filter.operator) ? t.valueExample({ example: '{user.id}' }) : ''}
          mono
          spellCheck={false}
          autoComplete="off"
          list={list}
          disabled={!hasValue(filter.operator)}
          value={hasValue(filter.operator) ? filter.value : ''}
          onChange={(value) => onChange({ value })}
        />
        <datalist id={list}>
          {[...values, ...keys.map((key) => `{${key}}`)].map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      </div>
    </>
  )
}

interface OwnRowsProps {
  columns: readonly TableColumn[]
  keys: readonly string[]
  onChosen: (filter: FilterRow) => void
}

/** Maximum number of offered columns. */
const most = 8

/** The common case: each person sees their own rows, by a column with their id, or one that is named like a lookup key of theirs. */
function OwnRows({ columns, keys, onChosen }: OwnRowsProps) {
  const owners = ownerColumns(columns).slice(0, most)
  const named = columns.flatMap(({ name }) =>
    keys.filter((key) => key.toLowerCase() === name.toLowerCase()).map((key) => ({ name, key })),
  )
  if (owners.length + named.length === 0) return null
  const own = (name: string, key: string) => ({
    label: `${name} = {${key}}`,
    onSelect: () => onChosen({ name, operator: '=', value: `{${key}}` }),
  })
  return (
    <Menu
      label={t.ownRowsOnly}
      items={[
        { kind: 'heading', label: t.idColumnHeading },
        ...owners.map(({ name }) => own(name, 'user.id')),
        ...(named.length > 0 ? [{ kind: 'heading', label: t.keyColumnHeading } as const] : []),
        ...named.map(({ name, key }) => own(name, key)),
      ]}
      trigger={(props) => (
        <Button {...props} size="small" icon={<IconUserCheck />}>
          {t.ownRowsOnly}
        </Button>
      )}
    />
  )
}
