import { IconDots } from '@tabler/icons-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import styles from './list-table.module.css'
import { t } from './messages.ts'

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
