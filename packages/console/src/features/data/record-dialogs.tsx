import { useState } from 'react'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import look from '../../ui/lines.module.css'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import { ExportDialog } from '../../widgets/transfer/export/export-dialog.tsx'
import { ImportDialog } from '../../widgets/transfer/import/import-dialog.tsx'
import { commonWords } from '../../words/messages.ts'
import { tableSource } from './export-source.ts'
import { labelOf } from './field-kind.ts'
import { tableTarget } from './import-target.ts'
import styles from './keys-dialog.module.css'
import { dataMessages } from './messages.ts'
import type { DialogName } from './record-toolbar.tsx'
import type { TableDescription } from './table-description.ts'
import { useRecount } from './use-records.ts'
import type { TablePlace } from './wire-table.ts'

interface RecordDialogsProps {
  name: DialogName
  place: TablePlace
  table: TableDescription
  model: GridModel
  filter: string | null
  order: string | null
  chosen: readonly string[]
  /** `null` for the default columns. */
  onChoose: (names: readonly string[] | null) => void
  onClose: () => void
}

/** The dialogs that the toolbar opens. */
export function RecordDialogs({ name, place, table, model, chosen, onClose, ...props }: RecordDialogsProps) {
  const recount = useRecount(place)
  switch (name) {
    case 'columns':
      return <ColumnsDialog table={table} chosen={chosen} onChoose={props.onChoose} onClose={onClose} />
    case 'keys':
      return <KeysDialog onClose={onClose} />
    case 'export':
      return (
        <ExportDialog
          source={tableSource({
            place,
            table,
            filter: props.filter,
            order: props.order,
            chosen,
            count: model.windows.count,
          })}
          onClose={onClose}
        />
      )
    case 'import':
      return (
        <ImportDialog
          target={tableTarget(place, table)}
          onImported={(all, stored) => {
            model.windows.refresh()
            recount()
            if (!all) return
            notify({ type: 'success', title: dataMessages.module, text: dataMessages.imported({ count: stored }) })
            onClose()
          }}
          onClose={onClose}
        />
      )
  }
}

const keys = (): readonly (readonly [string, string])[] => [
  [dataMessages.keysMove, dataMessages.keysToMove],
  [dataMessages.keysAlong, dataMessages.keysToAlong],
  [dataMessages.keysEditCell, dataMessages.shortcutEditCell],
  [dataMessages.keysLineBreak, dataMessages.shortcutLineBreak],
  [dataMessages.keysNextValue, dataMessages.shortcutNextValue],
  [dataMessages.keysLookUp, dataMessages.shortcutSuggestions],
  [dataMessages.keysEmpty, dataMessages.keysToEmpty],
  [dataMessages.keysClipboard, dataMessages.keysToClipboard],
  [dataMessages.keysFill, dataMessages.keysToFill],
  [dataMessages.keysUndo, dataMessages.keysToUndo],
  [dataMessages.keysSave, dataMessages.keysToSave],
  [dataMessages.keysSelectRow, dataMessages.shortcutSelectRow],
  [dataMessages.keysOpenRecord, dataMessages.shortcutOpenRecord],
  [dataMessages.keysMenu, dataMessages.keysToMenu],
  [dataMessages.keysHead, dataMessages.keysToHead],
  [dataMessages.keysLeave, dataMessages.keysToLeave],
]

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      size="medium"
      title={dataMessages.keyboardShortcuts}
      onClose={onClose}
      footer={<Button onClick={onClose}>{commonWords.close}</Button>}
    >
      <Stack as="dl" className={classNames(look.lines, styles.keys)}>
        {keys().map(([key, does]) => (
          <div key={key}>
            <Text as="dt" weight="medium">
              {key}
            </Text>
            <Text as="dd" tone="muted">
              {does}
            </Text>
          </div>
        ))}
      </Stack>
    </Dialog>
  )
}

interface ColumnsDialogProps {
  table: TableDescription
  chosen: readonly string[]
  /** `null` for the default columns. */
  onChoose: (names: readonly string[] | null) => void
  onClose: () => void
}

/** Chooses the fields that the grid shows. */
function ColumnsDialog({ table, chosen, onChoose, onClose }: ColumnsDialogProps) {
  const [text, setText] = useState('')
  const shown = new Set(chosen)
  const names = table.fields.map(({ name }) => name)
  const wanted = text.trim().toLowerCase()
  const found = table.fields.filter((field) => `${field.name} ${labelOf(field)}`.toLowerCase().includes(wanted))
  const all = names.every((name) => shown.has(name))
  const choose = (next: ReadonlySet<string>) => {
    const kept = names.filter((name) => next.has(name))
    // At least one column is required.
    if (kept.length > 0) onChoose(kept)
  }
  return (
    <Dialog
      open
      title={dataMessages.visibleFields}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onChoose(null)}>{dataMessages.asAtFirst}</Button>
          <Button variant="primary" onClick={onClose}>
            {dataMessages.done}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {names.length > 12 ? (
          <TextField
            label={dataMessages.searchFields}
            labelHidden
            type="search"
            placeholder={dataMessages.searchCountFields({ count: names.length })}
            value={text}
            onChange={setText}
          />
        ) : null}
        <Checkbox
          label={dataMessages.toggleAll}
          value={all}
          mixed={!all && shown.size > 0}
          onChange={(on) => choose(new Set(on ? names : names.slice(0, 1)))}
        />
        <ul className={styles.list}>
          {found.map((field) => (
            <li key={field.name}>
              <Checkbox
                label={labelOf(field)}
                value={shown.has(field.name)}
                onChange={(on) => {
                  const next = new Set(shown)
                  if (on) next.add(field.name)
                  else next.delete(field.name)
                  choose(next)
                }}
              />
              <small>{field.type}</small>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  )
}
