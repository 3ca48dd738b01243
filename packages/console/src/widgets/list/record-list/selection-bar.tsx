import { IconDownload, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Space } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import type { BulkAction } from '../../records/list-declaration/declaration.ts'
import { t } from './messages.ts'
import styles from './record-list.module.css'
import { allMatching, countOf, nothing, type Selection } from './selection.ts'

interface SelectionBarProps {
  selection: Selection
  total: number | null
  many: string
  canEdit: boolean
  canDelete: boolean
  /** Additional actions for the selection. */
  further: readonly BulkAction[]
  onSelection: (selection: Selection) => void
  onEdit: () => void
  onExport: () => void
  onDelete: () => void
  onFurther: (action: BulkAction) => void
}

/** Replaces the toolbar while records are selected, and shows their number. */
export function SelectionBar({
  selection,
  total,
  many,
  canEdit,
  canDelete,
  further,
  onSelection,
  ...act
}: SelectionBarProps) {
  const writeBlock = useWriteBlock()
  const count = countOf(selection, total)
  const offersAll = selection.kind === 'some' && (total === null || total > selection.ids.size)
  return (
    <section className={styles.selectionBar} aria-label={t.selection}>
      <IconButton label={t.clearSelection} icon={<IconX />} onClick={() => onSelection(nothing)} />
      <Text tone="default" weight="strong" tabular role="status">
        {count === null ? t.allMatchingSelected : t.countSelected({ count })}
      </Text>
      {offersAll ? (
        <Button variant="quiet" onClick={() => onSelection(allMatching)}>
          {total === null ? t.selectAllMany({ many }) : t.selectAllCount({ count: total })}
        </Button>
      ) : null}
      <Space />
      {canEdit ? (
        <Button icon={<IconPencil />} disabledReason={writeBlock} onClick={act.onEdit}>
          {t.editAField}
        </Button>
      ) : null}
      {further.map((action) => (
        <Button key={action.label} icon={action.icon} disabledReason={writeBlock} onClick={() => act.onFurther(action)}>
          {action.label}
        </Button>
      ))}
      <Button icon={<IconDownload />} onClick={act.onExport}>
        {t.export}
      </Button>
      {canDelete ? (
        <Button variant="danger" icon={<IconTrash />} disabledReason={writeBlock} onClick={act.onDelete}>
          {tabWords.delete}
        </Button>
      ) : null}
    </section>
  )
}
