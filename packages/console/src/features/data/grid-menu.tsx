import { stringifyExact } from '@millwright/contract/wire/exact-json'
import {
  IconArrowsDiagonal,
  IconArrowUpRight,
  IconBraces,
  IconCopy,
  IconFilter,
  IconFilterOff,
  IconRowInsertBottom,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useRef } from 'react'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { MenuPopup } from '../../ui/menu-popup.tsx'
import { cannotCopy } from '../../ui/use-copy.ts'
import { draftedRecord } from '../../widgets/grid/drafts.ts'
import { emptyCells } from '../../widgets/grid/grid-edits.ts'
import { type GridModel, printedCell } from '../../widgets/grid/grid-model.ts'
import type { GridRecord, GridRow } from '../../widgets/grid/grid-source.ts'
import type { CellPlace } from '../../widgets/grid/selection.ts'
import type { MenuPoint } from '../../widgets/grid/use-grid-pointer.ts'
import { labelOf, readOnlyReason } from './field-kind.ts'
import { dataMessages } from './messages.ts'
import { type RecordCondition, valueCondition } from './record-filter.ts'
import type { TableDescription } from './table-description.ts'

export interface OpenedMenu {
  readonly cell: CellPlace
  readonly point: MenuPoint
}

interface GridMenuProps extends OpenedMenu {
  table: TableDescription
  model: GridModel
  writeBlock: string | null
  onOpen: (row: number) => void
  onLookup: (cell: CellPlace) => void
  onFollow: (cell: CellPlace) => void
  /** `null` if these records cannot be filtered. */
  onFilter: ((condition: RecordCondition) => void) | null
  /** `null` if records cannot be created here. */
  onDuplicate: ((record: GridRecord) => void) | null
  /** `null` if records cannot be deleted here. */
  onRemove: ((keys: readonly string[]) => void) | null
  onClose: () => void
}

/** The context menu of a cell and its row. */
export function GridMenu({ cell, point, table, model, ...props }: GridMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const row = model.rowAt(cell.row)
  const column = model.columnAt(cell.column)
  const field = table.fields.find(({ name }) => name === column?.name)
  if (!row || !column || !field) return null
  const { writeBlock, onFilter, onDuplicate, onRemove } = props
  const value = model.valueAt(cell)
  const record = draftedRecord(row, model.drafts.of(row.key))
  const rows = rowsMeant(model, row)
  const many = rows.length > 1
  const follows = value === null || value === undefined ? undefined : column.aside?.(value)?.opens
  const lock = writeBlock ?? model.lockOf(row, column)
  const copy = (text: string, words: string) =>
    void copied(text).then(
      () => model.say(words),
      () => model.say(`${cannotCopy()}.`),
    )
  const conditions = [false, true].map((excluded) => valueCondition(field, value, excluded))
  const unasked = dataMessages.valueNotFilterable
  const filterEntry = (excluded: boolean): MenuEntry[] => {
    const condition = conditions[excluded ? 1 : 0] ?? null
    if (!onFilter) return []
    return [
      {
        label: excluded ? dataMessages.excludeThisValue : dataMessages.filterValue,
        icon: excluded ? <IconFilterOff /> : <IconFilter />,
        disabledReason: condition === null && unasked,
        onSelect: () => condition && onFilter(condition),
      },
    ]
  }
  const items: MenuEntry[] = [
    {
      label: dataMessages.openRecord,
      icon: <IconArrowsDiagonal />,
      keys: ['Ctrl', 'Enter'],
      onSelect: () => props.onOpen(cell.row),
    },
    ...(follows === undefined
      ? []
      : [{ label: follows, icon: <IconArrowUpRight />, onSelect: () => props.onFollow(cell) }]),
    ...(column.suggest && lock === null
      ? [
          {
            label: dataMessages.lookUpAsk({ field: labelOf(field) }),
            icon: <IconSearch />,
            keys: ['Alt', '↓'],
            onSelect: () => props.onLookup(cell),
          },
        ]
      : []),
    { kind: 'separator', id: 'copy' },
    {
      label: dataMessages.copyValue,
      icon: <IconCopy />,
      onSelect: () => copy(printedCell(column, value), dataMessages.valueCopied),
    },
    {
      label: dataMessages.copyRowsJson({ count: rows.length }),
      icon: <IconBraces />,
      onSelect: () =>
        copy(
          stringifyExact(many ? rows.map((one) => draftedRecord(one, model.drafts.of(one.key))) : record, 2),
          dataMessages.rowsCopied({ count: rows.length }),
        ),
    },
    ...(onFilter ? ([{ kind: 'separator', id: 'filter' }] as const) : []),
    ...filterEntry(false),
    ...filterEntry(true),
    { kind: 'separator', id: 'change' },
    ...(column.nullable && value !== null && value !== undefined
      ? [
          {
            label: dataMessages.setToNull,
            disabledReason: lock,
            onSelect: () => void emptyCells(model).catch(() => model.say(dataMessages.rowsFailed)),
          },
        ]
      : []),
    ...(onDuplicate
      ? [
          {
            label: dataMessages.duplicateRow,
            icon: <IconRowInsertBottom />,
            disabledReason: writeBlock,
            onSelect: () => onDuplicate(duplicateOf(record, table)),
          },
        ]
      : []),
    ...(onRemove
      ? [
          {
            label: dataMessages.deleteRowsAsk({ count: rows.length }),
            icon: <IconTrash />,
            danger: true,
            disabledReason: writeBlock,
            onSelect: () => onRemove(rows.map(({ key }) => key)),
          },
        ]
      : []),
  ]
  return (
    <>
      <span ref={anchor} style={{ position: 'fixed', ...point }} />
      <MenuPopup
        label={dataMessages.ofTheRow({ field: labelOf(field) })}
        anchor={anchor}
        items={items}
        align="start"
        onClose={props.onClose}
      />
    </>
  )
}

/** Returns the row, or all selected rows if it is one of them. */
function rowsMeant(model: GridModel, row: GridRow): readonly GridRow[] {
  const { ticked } = model.selection
  if (!ticked.has(row.key) || ticked.size < 2) return [row]
  return model.rowsAtHand.filter(({ key }) => ticked.has(key))
}

/** Returns the initial values of a duplicate: without the key, unique fields, and fields with generated values. */
function duplicateOf(record: GridRecord, { fields, key }: TableDescription): GridRecord {
  const taken = fields.filter(
    (field) => !key.includes(field.name) && !field.is_unique && readOnlyReason(field) === null,
  )
  return Object.fromEntries(taken.map(({ name }) => [name, record[name]]))
}

/** Browsers do not provide a clipboard to pages loaded over plain HTTP. */
async function copied(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
