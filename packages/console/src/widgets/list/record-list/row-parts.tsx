import { IconDots } from '@tabler/icons-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import {
  idOf,
  type ListDeclaration,
  type RowAction,
  type WireRecord,
  whyProtected,
} from '../../records/list-declaration/declaration.ts'
import styles from './list-table.module.css'
import { t } from './messages.ts'
import { newRecord } from './new-record.ts'
import type { ListAddress } from './use-list-model.ts'

interface SelectCellProps {
  name: string
  selected: boolean
  tabIndex: number
  onToggle: () => void
  /** Selects the range from the previous row to this one, on Shift with click. */
  onRange: () => void
}

/** The first cell of a row, with the checkbox that selects it. */
export function SelectCell({ name, selected, tabIndex, onToggle, onRange }: SelectCellProps) {
  return (
    <td className={styles.check}>
      <span
        className={styles.checkArea}
        onClickCapture={(event) => {
          if (!event.shiftKey) return
          event.preventDefault()
          event.stopPropagation()
          onRange()
        }}
      >
        <Checkbox label={t.select({ name })} labelHidden value={selected} tabIndex={tabIndex} onChange={onToggle} />
      </span>
    </td>
  )
}

interface ActionsCellProps {
  name: string
  tabIndex: number
  entries: readonly MenuEntry[]
}

/** The last cell of a row, with its actions menu. */
export function ActionsCell({ name, tabIndex, entries }: ActionsCellProps) {
  const label = t.rowActions({ name })
  return (
    <td className={styles.actions}>
      <Menu
        label={label}
        align="end"
        items={entries}
        trigger={(trigger) => (
          <IconButton {...trigger} label={label} tooltip={false} size="small" tabIndex={tabIndex} icon={<IconDots />} />
        )}
      />
    </td>
  )
}

interface RowParts<R extends WireRecord> {
  readonly declaration: ListDeclaration<R>
  readonly record: R
  readonly address: ListAddress
  readonly writeBlock: string | null
  readonly onDelete: (record: R) => void
}

/** The entries of a row's menu. */
export function rowEntries<R extends WireRecord>({ declaration, record, address, writeBlock, onDelete }: RowParts<R>) {
  const id = idOf(record)
  const entries: MenuEntry[] = [
    { label: t.open, href: address.hrefOf(String(id)), onSelect: () => address.open(String(id)), keys: ['Enter'] },
  ]
  if (declaration.canDuplicate)
    entries.push({
      label: t.duplicate,
      disabledReason: writeBlock,
      onSelect: () => address.open(newRecord, { copy: String(id) }),
    })
  for (const action of declaration.rowActions ?? []) entries.push(actionEntry(action, record, writeBlock))
  if (declaration.readOnly) return entries
  entries.push(
    { kind: 'separator', id: 'delete' },
    {
      label: tabWords.delete,
      danger: true,
      disabledReason: writeBlock ?? whyProtected(declaration, record),
      onSelect: () => onDelete(record),
      keys: ['Delete'],
    },
  )
  return entries
}

function actionEntry<R>(action: RowAction<R>, record: R, writeBlock: string | null): MenuEntry {
  const { label } = action
  const refused = action.refused?.(record) ?? null
  if ('run' in action)
    return {
      label,
      disabledReason: (action.changesNothing ? null : writeBlock) ?? refused,
      onSelect: () => action.run(record),
    }
  const href = action.href(record)
  if (href !== null) return { kind: 'link', label, href, newTab: true }
  return { label, disabledReason: refused, onSelect: () => undefined }
}
