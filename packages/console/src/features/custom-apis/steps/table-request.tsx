import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Pair, Row } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { t } from '../messages.ts'
import {
  actionChange,
  paramText,
  type StepColumn,
  type TableAction,
  tableAction,
  tableActions,
  tableOf,
  tableResource,
  withParam,
} from '../plan/table-step.ts'
import { stepColumnsQuery } from '../table-columns.ts'
import { TableSelect } from '../table-select.tsx'
import { FilterField } from './filter-field.tsx'
import { PlaceholderField } from './placeholder-field.tsx'
import styles from './steps.module.css'
import type { RequestFieldsProps } from './surroundings.ts'

const labels: Readonly<Record<TableAction, string>> = {
  list: t.listRecords,
  read: t.readOne,
  insert: t.insertRecords,
  update: t.updateOne,
  remove: t.deleteOne,
}

const other = 'other'

/** The table of a request and what is done with it. */
export function TableTarget({ step, around, onChange }: RequestFieldsProps) {
  const { table = '', id = null } = tableOf(step) ?? {}
  const { data: columns = [] } = useQuery(stepColumnsQuery(step.service, table))
  const action = tableAction(step)
  const key = columns.find(({ isKey }) => isKey)
  const choose = (next: TableAction | typeof other) =>
    onChange(
      next === other
        ? { resource: '_proc/', params: undefined }
        : actionChange(step, next, () => around.declare('id', key?.type)),
    )
  return (
    <>
      <TableSelect
        service={step.service}
        required
        value={table}
        error={around.errorAt('resource')}
        onChange={(next) => onChange({ resource: tableResource(next, id), params: undefined })}
      />
      <SelectField
        label={t.action}
        value={action ?? other}
        error={around.errorAt('method')}
        options={[
          ...tableActions.map((value) => ({ value, label: labels[value] })),
          { value: other, label: t.otherRequest } as const,
        ]}
        onChange={choose}
      />
    </>
  )
}

/** Which fields and rows of a table a request reads, in which order and how many. */
export function TableRequest({ step, around, onChange }: RequestFieldsProps) {
  const { table = '', id = null } = tableOf(step) ?? {}
  const { data: columns = [] } = useQuery(stepColumnsQuery(step.service, table))
  if (table === '') return null
  const param = (name: string) => ({
    value: paramText(step, name),
    error: around.errorAt(`params.${name}`),
    onChange: (text: string) => onChange(withParam(step, name, text)),
  })
  const isList = tableAction(step) === 'list'
  return (
    <>
      {id === null ? null : (
        <PlaceholderField
          label={t.recordId}
          required
          whole
          placeholders={around.placeholders}
          value={id}
          error={around.errorAt('resource')}
          onChange={(next) => onChange({ resource: tableResource(table, next) })}
        />
      )}
      <ColumnsField {...param('fields')} columns={columns} />
      {isList ? (
        <>
          <FilterField {...param('filter')} columns={columns} around={around} />
          <Pair>
            <PlaceholderField
              {...param('order')}
              label={t.order}
              help={t.orderHelp}
              placeholders={[]}
              suggestions={orders(columns)}
            />
            <PlaceholderField
              {...param('limit')}
              label={t.limit}
              whole
              placeholders={around.placeholders}
              newParameter={{ name: 'limit', declare: () => around.declare('limit', 'integer') }}
            />
          </Pair>
        </>
      ) : null}
    </>
  )
}

function orders(columns: readonly { readonly name: string }[]): readonly string[] {
  return columns.flatMap(({ name }) => [name, `${name} desc`])
}

interface ColumnsFieldProps {
  columns: readonly StepColumn[]
  /** Names with commas; empty or `*` for all. */
  value: string
  error: string | undefined
  onChange: (fields: string) => void
}

/** Chooses the fields that a request returns; a text if the columns are unknown. */
function ColumnsField({ columns, value, error, onChange }: ColumnsFieldProps) {
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
