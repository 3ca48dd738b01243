import { useState } from 'react'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { GridModel } from '../../widgets/data-grid/grid-model.ts'
import { ExportDialog } from '../../widgets/export/export-dialog.tsx'
import { ImportDialog } from '../../widgets/import/import-dialog.tsx'
import type { DialogName } from './dialog-name.ts'
import { tableSource } from './export-source.ts'
import { labelOf } from './field-kind.ts'
import { tableTarget } from './import-target.ts'
import styles from './keys-dialog.module.css'
import { dataMessages } from './messages.ts'
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
  /** Null: as they are chosen by rule. */
  onChoose: (names: readonly string[] | null) => void
  onClose: () => void
}

/** The windows that the toolbar opens. */
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
            notify({ type: 'success', title: dataMessages.module, text: dataMessages.imported(stored) })
            onClose()
          }}
          onClose={onClose}
        />
      )
  }
}

const keys: readonly (readonly [string, string])[] = [
  ['Arrow keys', 'move; with Shift choose a range, with Ctrl or ⌘ go to the end'],
  ['Home, End, Page Up, Page Down', 'along the row, along the rows'],
  ['Enter, F2, or typing', 'edit a cell; Enter and Tab keep what is typed, Escape does not'],
  ['Alt Enter', 'a line break within a cell'],
  ['Space', 'the next of TRUE, FALSE and NULL'],
  ['Alt ↓', 'look up what a cell refers to; in an open cell ↑ and ↓ choose a suggestion'],
  ['Delete', 'NULL, or an empty text where there may be no NULL'],
  ['Ctrl C, Ctrl X, Ctrl V', 'copy, cut and paste ranges, also from and to spreadsheets'],
  ['Ctrl D', 'fill the range with its first row'],
  ['Ctrl Z, Ctrl Y', 'undo and redo what is not saved yet'],
  ['Ctrl S', 'save everything that is not saved yet'],
  ['Shift Space', 'select the row'],
  ['Ctrl Enter', 'open the record'],
  ['Shift F10, or the menu key', 'what else can be done with the cell and its row'],
  ['↑ in the first row', 'to the names of the columns: Enter orders, Shift with ← or → changes the width'],
  ['Escape, then Tab', 'leave the grid'],
]

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      size="medium"
      title="Keys of the grid"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={styles.keys}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

interface ColumnsDialogProps {
  table: TableDescription
  chosen: readonly string[]
  /** Null: as they are chosen by rule. */
  onChoose: (names: readonly string[] | null) => void
  onClose: () => void
}

/** Which fields the grid shows. */
function ColumnsDialog({ table, chosen, onChoose, onClose }: ColumnsDialogProps) {
  const [text, setText] = useState('')
  const shown = new Set(chosen)
  const names = table.fields.map(({ name }) => name)
  const wanted = text.trim().toLowerCase()
  const found = table.fields.filter((field) => `${field.name} ${labelOf(field)}`.toLowerCase().includes(wanted))
  const all = names.every((name) => shown.has(name))
  const choose = (next: ReadonlySet<string>) => {
    const kept = names.filter((name) => next.has(name))
    // A grid without columns has nothing to show and nowhere to go.
    if (kept.length > 0) onChoose(kept)
  }
  return (
    <Dialog
      open
      title="Visible Fields"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onChoose(null)}>As at first</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {names.length > 12 ? (
          <TextField
            label="Search fields"
            labelHidden
            type="search"
            placeholder={`Search ${names.length} fields`}
            value={text}
            onChange={setText}
          />
        ) : null}
        <Checkbox
          label="Toggle All"
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
