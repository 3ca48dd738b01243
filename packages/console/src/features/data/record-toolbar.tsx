import { IconColumns3, IconDots, IconFilter, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { GridModel } from '../../widgets/data-grid/grid-model.ts'
import styles from './data.module.css'
import type { DialogName } from './dialog-name.ts'
import { RecordWork } from './record-work.tsx'
import type { RecordActions } from './use-record-actions.ts'

interface RecordToolbarProps {
  model: GridModel
  actions: RecordActions
  filtering: boolean
  onFilter: () => void
  onDialog: (name: DialogName) => void
  onCreate: () => void
  onAddRow: () => void
}

/** What can be done with the records. */
export function RecordToolbar({ model, actions, ...props }: RecordToolbarProps) {
  const { drafts } = model
  const writeBlock = useWriteBlock()
  const unsaved = useSyncExternalStore(drafts.changed.subscribe, () => drafts.size)
  return (
    <Row gap={2} wrap className={styles.toolbar} role="toolbar" aria-label="Records">
      <Button icon={<IconFilter />} aria-pressed={props.filtering} onClick={props.onFilter}>
        Filters
      </Button>
      <Button icon={<IconColumns3 />} aria-haspopup="dialog" onClick={() => props.onDialog('columns')}>
        Fields
      </Button>
      <IconButton label="Refresh" icon={<IconRefresh />} onClick={() => void actions.refresh()} />
      <span className={styles.space} />
      <RecordWork model={model} actions={actions} />
      <Button
        variant={unsaved > 0 ? 'default' : 'primary'}
        icon={<IconPlus />}
        disabledReason={writeBlock}
        onClick={props.onCreate}
      >
        Create
      </Button>
      <Menu
        label="More"
        align="end"
        trigger={(trigger) => <IconButton {...trigger} label="More" icon={<IconDots />} variant="default" />}
        items={[
          { label: 'Add a row in the grid', disabledReason: writeBlock, onSelect: props.onAddRow },
          { kind: 'separator', id: 'files' },
          { label: 'Import…', disabledReason: writeBlock, onSelect: () => props.onDialog('import') },
          { label: 'Export…', onSelect: () => props.onDialog('export') },
          { kind: 'separator', id: 'help' },
          { label: 'Keys', onSelect: () => props.onDialog('keys') },
        ]}
      />
    </Row>
  )
}
