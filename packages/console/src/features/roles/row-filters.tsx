import { IconUserCheck } from '@tabler/icons-react'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { collectionKey } from '../../instance/collections.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { schemaKey } from '../../instance/service-tables.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Text } from '../../ui/text.tsx'
import type { AccessRow, FilterRow } from '../../widgets/access/access-rules/access-rows.ts'
import { type RowFilter, tablePlace } from '../../widgets/access/access-rules/row-access.ts'
import { type ComparedColumn, comparedKind, isZonedType } from '../../widgets/access/condition/compared-column.ts'
import { ConditionLines } from '../../widgets/access/condition/condition-lines.tsx'
import { t } from './opened/messages.ts'
import styles from './roles.module.css'

interface RowFiltersProps {
  /** Name of the service; `null` if it does not exist. */
  service: string | null
  subject: Pick<AccessRow, 'serviceId' | 'component'>
  filter: RowFilter
  onChange: (filter: RowFilter) => void
  /** Sets a complete filter at once, where the first choice can be the only one. */
  onChosen?: (filter: RowFilter) => void
}

/** The row filter of a table: columns, operators by type, and values or lookup keys. AND or OR combines all conditions. */
export function RowFilters({ service, subject, filter, onChange, onChosen }: RowFiltersProps) {
  const { filters, filterOp } = filter
  const { data: columns = [] } = useQuery(columnsQuery(service, subject))
  const { data: keys = [] } = useQuery(filterKeysQuery)
  const add = (added: FilterRow) =>
    onChange({ ...filter, filters: [...filters.filter(({ name }) => name.trim() !== ''), added] })
  const choices = ownRowsChoices(columns, keys)
  const setAtOnce = filters.length === 0 ? onChosen : undefined
  return (
    <div className={styles.filters}>
      {filters.length === 0 ? <p>{t.noFilters}</p> : null}
      <ConditionLines
        value={{
          join: filterOp === 'OR' ? 'or' : 'and',
          lines: filters.map(({ name, ...condition }) => ({ field: name, ...condition })),
        }}
        columns={columns}
        keys={keys}
        onChange={({ join, lines }) =>
          onChange({
            filterOp: join === 'or' ? 'OR' : 'AND',
            filters: lines.map(({ field, ...condition }) => ({ name: field, ...condition })),
          })
        }
      >
        {setAtOnce ? null : <OwnRows choices={choices} onChosen={add} />}
      </ConditionLines>
      {setAtOnce && choices.length > 0 ? (
        <Stack gap={2} as="section" aria-label={t.ownRowsOnly}>
          <Text weight="medium">{t.ownRowsOnly}</Text>
          <Row gap={2} wrap>
            {choices.map((choice) => (
              <Button
                key={labelOf(choice)}
                size="small"
                icon={<IconUserCheck />}
                onClick={() => setAtOnce({ ...filter, filters: [choice] })}
              >
                {labelOf(choice)}
              </Button>
            ))}
          </Row>
        </Stack>
      ) : null}
    </div>
  )
}

/** Maximum number of offered columns. */
const most = 8

interface TableColumn extends ComparedColumn {
  /** Whether its values are whole numbers. */
  readonly isWhole: boolean
}

/** The common case: each person sees their own rows, by a column with their id, or one that is named like a lookup key of theirs. */
function ownRowsChoices(columns: readonly TableColumn[], keys: readonly string[]): readonly FilterRow[] {
  const own = (name: string, key: string): FilterRow => ({ name, operator: '=', value: `{${key}}` })
  return [
    ...ownerColumns(columns)
      .slice(0, most)
      .map(({ name }) => own(name, personKey)),
    ...columns.flatMap(({ name }) =>
      keys.filter((key) => key.toLowerCase() === name.toLowerCase()).map((key) => own(name, key)),
    ),
  ]
}

const personKey = 'user.id'
const labelOf = ({ name, value }: FilterRow) => `${name} = ${value}`

function OwnRows({ choices, onChosen }: { choices: readonly FilterRow[]; onChosen: (filter: FilterRow) => void }) {
  if (choices.length === 0) return null
  const entry = (choice: FilterRow) => ({ label: labelOf(choice), onSelect: () => onChosen(choice) })
  const isOfPerson = ({ value }: FilterRow) => value === `{${personKey}}`
  const owners = choices.filter(isOfPerson)
  const named = choices.filter((each) => !isOfPerson(each))
  return (
    <Menu
      label={t.ownRowsOnly}
      items={[
        { kind: 'heading', label: t.idColumnHeading },
        ...owners.map(entry),
        ...(named.length > 0 ? [{ kind: 'heading', label: t.keyColumnHeading } as const] : []),
        ...named.map(entry),
      ]}
      trigger={(props) => (
        <Button {...props} size="small" icon={<IconUserCheck />}>
          {t.ownRowsOnly}
        </Button>
      )}
    />
  )
}

interface DescribedField {
  readonly name?: unknown
  readonly type?: unknown
  readonly picklist?: unknown
  readonly is_virtual?: unknown
}

/** The columns of a rule's table; none for rules about several tables. `service`: name of its service. */
function columnsQuery(service: string | null, rule: Pick<AccessRow, 'serviceId' | 'component'>) {
  const place = tablePlace(rule)
  const table = place === null || place.component.includes('*') ? null : place.component.slice('_table/'.length)
  return queryOptions({
    queryKey: [...schemaKey(service ?? ''), 'columns', table],
    queryFn:
      service === null || table === null
        ? skipToken
        : async ({ signal }): Promise<readonly TableColumn[]> => {
            const path = `${encodeURIComponent(service)}/_schema/${encodeURIComponent(table)}`
            const { data } = await send<{ field?: readonly DescribedField[] } | null>({ verb: 'GET', path, signal })
            return (data?.field ?? []).flatMap((field) => columnOf(field) ?? [])
          },
    staleTime: 60_000,
  })
}

function columnOf({ name, type, picklist, is_virtual }: DescribedField): TableColumn | null {
  if (typeof name !== 'string' || is_virtual === true) return null
  const kind = comparedKind(String(type))
  const values = kind === 'boolean' ? ['true', 'false'] : Array.isArray(picklist) ? picklist.map(String) : []
  return {
    name,
    label: name,
    kind,
    isZoned: isZonedType(String(type)),
    isWhole: kind === 'number' && !/^(decimal|numeric|number|float|double|real)$/i.test(String(type)),
    values: values.map((value) => ({ value, label: value })),
  }
}

/** Columns that may hold the id of a person, most likely first: whole numbers, and texts with such a name. */
function ownerColumns(columns: readonly TableColumn[]): readonly TableColumn[] {
  const rank = ({ name }: TableColumn) => {
    const found = ownerNames.findIndex((pattern) => pattern.test(name))
    return found < 0 ? ownerNames.length : found
  }
  const isOffered = (column: TableColumn) =>
    !/^id$/i.test(column.name) && (column.isWhole || (column.kind === 'text' && rank(column) < ownerNames.length))
  return columns.filter(isOffered).sort((left, right) => rank(left) - rank(right))
}

const ownerNames = [/^(owner|user)(_?id)?$/i, /owner/i, /user/i, /person|member|employee|agent|assign|creat.*by/i]

/** Predefined keys that callers cannot change themselves. */
const predefined = ['user.id', 'role.id', 'app.id']
const mostKeys = 200

/** Names of lookup keys for the values of row filters: predefined ones, and those of the instance that the caller may read. */
const filterKeysQuery = queryOptions({
  queryKey: [...collectionKey('system/lookup'), 'row-filters'],
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    const params = { fields: 'name', order: 'name', limit: mostKeys }
    try {
      const { data } = await send({ verb: 'GET', path: 'system/lookup', params, signal })
      return [...predefined, ...(data?.resource ?? []).flatMap(({ name }) => name || [])]
    } catch (error) {
      if (error instanceof InstanceError && error.kind === 'refused') return predefined
      throw error
    }
  },
  staleTime: 60_000,
})
