import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import room from '../../../ui/room.module.css'
import { Text } from '../../../ui/text.tsx'
import styles from './config.module.css'
import { fieldError } from './config-check.ts'
import type { ConfigField, FieldOf } from './config-field.ts'
import { type ConfigRow, heldRows, newRow } from './config-value.ts'
import type { ControlProps } from './control-props.ts'
import { t } from './messages.ts'
import { TableGroup } from './table-group.tsx'

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
