import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Legend } from '../../../ui/legend.tsx'
import room from '../../../ui/room.module.css'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ServicesSelect } from '../../../widgets/pickers/service-select/service-select.tsx'
import styles from './config.module.css'
import type { ConfigField, ControlProps, FieldOf } from './config-field.ts'
import {
  type ConfigPair,
  type ConfigRow,
  fieldError,
  heldList,
  heldPairs,
  heldRows,
  newRow,
  nextKey,
} from './config-value.ts'
import { t } from './messages.ts'

interface TableGroupProps {
  field: ConfigField
  label: string
  error: string | undefined
  /** Number of lines. */
  count: number
  children: ReactNode
}

/** A setting with several lines: its label, help, error and lines. */
function TableGroup({ field, label, error, count, children }: TableGroupProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <Legend>
        {label}
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
      {field.help ? (
        <Text tone="muted" size="sm" measure preLine>
          {field.help}
        </Text>
      ) : null}
      {count === 0 ? (
        <Text tone="muted" size="sm" measure preLine>
          {t.noneYet}
        </Text>
      ) : null}
      {children}
    </fieldset>
  )
}

/** A list of texts, one per line. */
export function StringList({ field, value, error, label, onChange }: ControlProps<FieldOf<'list'>>) {
  const [added, setAdded] = useState(false)
  const name = label ?? field.label
  const lines = heldList(value)
  return (
    <TableGroup field={field} label={name} error={error} count={lines.length}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identifier but their position
        <div key={index} className={styles.line}>
          <TextField
            label={t.lineLabel({ line: index + 1, name })}
            labelHidden
            mono
            spellCheck={false}
            autoFocus={added && index === lines.length - 1}
            value={line}
            onChange={(text) => onChange(lines.with(index, text))}
          />
          <IconButton
            label={t.deleteLine({ line: index + 1, name })}
            danger
            icon={<IconTrash />}
            onClick={() => onChange(lines.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() => {
            setAdded(true)
            onChange([...lines, ''])
          }}
        >
          {t.addLine({ name })}
        </Button>
      </div>
    </TableGroup>
  )
}

/** A map, edited as rows of name and value. */
export function PairTable({ field, value, error, label, onChange }: ControlProps<FieldOf<'pairs'>>) {
  const [added, setAdded] = useState<number | null>(null)
  const name = label ?? field.label
  const pairs = heldPairs(value)
  const set = (key: number, change: Partial<ConfigPair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...change } : pair)))
  return (
    <TableGroup field={field} label={name} error={error} count={pairs.length}>
      {pairs.map((pair, index) => (
        <div key={pair.key} className={styles.pair}>
          <TextField
            label={t.pairLabel({ part: field.keyLabel, line: index + 1, name })}
            labelHidden
            mono
            spellCheck={false}
            placeholder={field.keyLabel}
            autoFocus={pair.key === added}
            value={pair.name}
            onChange={(text) => set(pair.key, { name: text })}
          />
          <TextField
            label={t.pairLabel({ part: field.valueLabel, line: index + 1, name })}
            labelHidden
            mono
            spellCheck={false}
            placeholder={field.valueLabel}
            value={pair.value}
            onChange={(text) => set(pair.key, { value: text })}
          />
          <IconButton
            label={pair.name === '' ? t.deleteLine({ line: index + 1, name }) : t.deletePair({ pair: pair.name, name })}
            danger
            icon={<IconTrash />}
            onClick={() => onChange(pairs.filter(({ key }) => key !== pair.key))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() => {
            const key = nextKey(pairs)
            setAdded(key)
            onChange([...pairs, { key, name: '', value: '' }])
          }}
        >
          {t.addLine({ name })}
        </Button>
      </div>
    </TableGroup>
  )
}

interface RowTableProps extends ControlProps<FieldOf<'rows'>> {
  /** Renders one setting of a row, like any other setting. */
  readonly Cell: ComponentType<ControlProps>
}

/** A table setting: a line for each row, a control for each column. */
export function RowTable({ field, value, error, label, Cell, onChange }: RowTableProps) {
  const name = label ?? field.label
  const rows = heldRows(value)
  const { columns } = field
  const template = [...columns.map(widthOf), 'var(--control-height)'].join(' ')
  const setCell = (row: ConfigRow, column: string, cell: unknown) =>
    onChange(rows.map((one) => (one.key === row.key ? { ...one, cells: { ...one.cells, [column]: cell } } : one)))
  return (
    <TableGroup field={field} label={name} error={error} count={rows.length}>
      {rows.length > 0 ? (
        <div className={styles.table} style={{ '--template': template }}>
          <div className={classNames(styles.tableHead, room.from640)} aria-hidden="true">
            {columns.map((column) => (
              <span key={column.name}>
                {column.label}
                {column.required ? (
                  <Text as="span" tone="faint" weight="regular">
                    {t.required}
                  </Text>
                ) : null}
              </span>
            ))}
          </div>
          <Stack as="ul" gap={2}>
            {rows.map((row, index) => (
              <li key={row.key} className={styles.tableRow} aria-label={t.rowLabel({ row: index + 1, name })}>
                {columns.map((column) => (
                  <div key={column.name} className={styles.cell} data-caption={column.label}>
                    <Cell
                      field={column}
                      label={t.ofRow({ label: column.label, row: index + 1 })}
                      labelHidden
                      value={row.cells[column.name]}
                      error={(error && fieldError(column, row.cells[column.name])) || undefined}
                      onChange={(cell) => setCell(row, column.name, cell)}
                    />
                  </div>
                ))}
                <IconButton
                  label={t.deleteRow({ row: index + 1, name })}
                  danger
                  icon={<IconTrash />}
                  onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                />
              </li>
            ))}
          </Stack>
        </div>
      ) : null}
      <div>
        <Button size="small" icon={<IconPlus />} onClick={() => onChange([...rows, newRow(columns, rows)])}>
          {t.addLine({ name })}
        </Button>
      </div>
    </TableGroup>
  )
}

/** Switches are narrow, verbs take a button's width, texts share the rest. */
function widthOf({ kind }: ConfigField): string {
  if (kind === 'flag') return 'minmax(72px, 92px)'
  if (kind === 'verbs') return '160px'
  return kind === 'area' ? 'minmax(120px, 2fr)' : 'minmax(110px, 1fr)'
}

/** A setting with a list of service names. */
export function ServiceNames({ field, label, value, error, onChange }: ControlProps<FieldOf<'list'>>) {
  const held = heldList(value).filter((name) => name.trim() !== '')
  const name = label ?? field.label
  return (
    <TableGroup field={field} label={name} error={error} count={held.length}>
      <ServicesSelect label={name} value={held} onChange={onChange} />
    </TableGroup>
  )
}
