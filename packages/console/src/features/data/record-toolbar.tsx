import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useSyncExternalStore } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { GridModel } from '../../widgets/data-grid/grid-model.ts'
import styles from './data.module.css'
import type { DialogName } from './dialog-name.ts'
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

/** What can be done with the records; what is ticked and what is unsaved is counted on the buttons. */
export function RecordToolbar({ model, actions, ...props }: RecordToolbarProps) {
  const { drafts, selection } = model
  const writeBlock = useWriteBlock()
  const ticked = useSyncExternalStore(selection.changed.subscribe, () => selection.ticked)
  useSyncExternalStore(drafts.changed.subscribe, drafts.changed.version)
  const unsaved = drafts.size
  const keys = [...ticked]
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Records">
      <Button icon={<IconFilter />} aria-pressed={props.filtering} onClick={props.onFilter}>
        Filters
      </Button>
      <Button icon={<IconColumns3 />} aria-haspopup="dialog" onClick={() => props.onDialog('columns')}>
        Fields
      </Button>
      <IconButton label="Refresh" icon={<IconRefresh />} onClick={() => void actions.refresh()} />
      <span className={styles.space} />
      {drafts.canUndo || drafts.canRedo ? (
        <span className={styles.pair}>
          <IconButton
            label="Undo"
            icon={<IconArrowBackUp />}
            disabledReason={!drafts.canUndo && 'There is nothing to undo.'}
            onClick={() => void drafts.undo()}
          />
          <IconButton
            label="Redo"
            icon={<IconArrowForwardUp />}
            disabledReason={!drafts.canRedo && 'There is nothing to redo.'}
            onClick={() => void drafts.redo()}
          />
        </span>
      ) : null}
      {unsaved > 0 ? <Button onClick={() => actions.revert()}>Revert</Button> : null}
      <span className={keys.length === 0 ? styles.idle : undefined}>
        <Button icon={<IconTrash />} disabledReason={writeBlock} onClick={() => void actions.remove(keys)}>
          {keys.length > 0 ? `Delete ${keys.length}` : 'Delete'}
        </Button>
      </span>
      <span className={unsaved === 0 ? styles.idle : undefined}>
        <Button
          variant={unsaved > 0 ? 'primary' : 'default'}
          loading={actions.saving}
          disabledReason={writeBlock}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={() => void actions.save()}
        >
          {unsaved > 0 ? `Save ${unsaved}` : 'Save'}
        </Button>
      </span>
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
    </div>
  )
}
