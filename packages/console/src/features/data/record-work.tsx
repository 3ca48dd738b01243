import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import room from '../../ui/room.module.css'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { dataMessages } from './messages.ts'
import type { RecordActions } from './use-record-actions.ts'

interface RecordWorkProps {
  model: GridModel
  actions: RecordActions
  /** How records are removed; by default they are deleted, and with `null` they cannot be removed. */
  removal?: RemovalAction | null
}

export interface RemovalAction {
  readonly word: string
  /** The label with a count. */
  readonly some: (values: { count: number }) => string
  /** The label if nothing is selected. */
  readonly nothing: string
  readonly icon: ReactNode
  readonly run: (keys: readonly string[]) => void
}

/** Buttons to undo, redo, save, revert and delete, with the counts of selected and unsaved records. */
export function RecordWork({ model, actions, removal }: RecordWorkProps) {
  const { drafts, selection } = model
  const writeBlock = useWriteBlock()
  const ticked = useSyncExternalStore(selection.changed.subscribe, () => selection.ticked)
  useSyncExternalStore(drafts.changed.subscribe, drafts.changed.version)
  const unsaved = drafts.size
  const keys = [...ticked]
  const away =
    removal === undefined
      ? {
          word: tabWords.delete,
          some: dataMessages.deleteSome,
          nothing: dataMessages.nothingToDelete,
          icon: <IconTrash />,
          run: (some: readonly string[]) => void actions.remove(some),
        }
      : removal
  return (
    <>
      {drafts.canUndo || drafts.canRedo ? (
        <Row as="span" align="stretch">
          <IconButton
            label={dataMessages.undo}
            icon={<IconArrowBackUp />}
            disabledReason={!drafts.canUndo && dataMessages.nothingToUndo}
            onClick={() => void drafts.undo()}
          />
          <IconButton
            label={dataMessages.redo}
            icon={<IconArrowForwardUp />}
            disabledReason={!drafts.canRedo && dataMessages.nothingToRedo}
            onClick={() => void drafts.redo()}
          />
        </Row>
      ) : null}
      {unsaved > 0 ? <Button onClick={() => actions.revert()}>{dataMessages.revert}</Button> : null}
      {/* What there is nothing to do with takes no room on a small screen. */}
      {away === null ? null : (
        <span className={keys.length === 0 ? room.from640 : undefined}>
          <Button
            icon={away.icon}
            disabledReason={writeBlock ?? (keys.length === 0 && away.nothing)}
            onRefused={() => writeBlock === null && away.run(keys)}
            onClick={() => away.run(keys)}
          >
            {keys.length > 0 ? away.some({ count: keys.length }) : away.word}
          </Button>
        </span>
      )}
      <span className={unsaved === 0 ? room.from640 : undefined}>
        <Button
          variant={unsaved > 0 ? 'primary' : 'default'}
          loading={actions.saving}
          disabledReason={writeBlock ?? (unsaved === 0 && dataMessages.nothingToSave)}
          aria-keyshortcuts="Control+S Meta+S"
          onRefused={() => writeBlock === null && void actions.save()}
          onClick={() => void actions.save()}
        >
          {unsaved > 0 ? dataMessages.saveSome({ count: unsaved }) : tabWords.save}
        </Button>
      </span>
    </>
  )
}
