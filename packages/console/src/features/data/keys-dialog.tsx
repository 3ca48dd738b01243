import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './keys-dialog.module.css'

const keys: readonly (readonly [string, string])[] = [
  ['Arrow keys', 'move; with Shift choose a range, with Ctrl or ⌘ go to the end'],
  ['Home, End, Page Up, Page Down', 'along the row, along the rows'],
  ['Enter, F2, or typing', 'edit a cell; Enter and Tab keep what is typed, Escape does not'],
  ['Alt Enter', 'a line break within a cell'],
  ['Space', 'the next of TRUE, FALSE and NULL'],
  ['Alt ↓', 'look up what a cell refers to'],
  ['Delete', 'NULL, or an empty text where there may be no NULL'],
  ['Ctrl C, Ctrl X, Ctrl V', 'copy, cut and paste ranges, also from and to spreadsheets'],
  ['Ctrl D', 'fill the range with its first row'],
  ['Ctrl Z, Ctrl Y', 'undo and redo what is not saved yet'],
  ['Ctrl S', 'save everything that is not saved yet'],
  ['Shift Space', 'select the row'],
  ['Ctrl Enter', 'open the record'],
  ['↑ in the first row', 'to the names of the columns: Enter orders, Shift with ← or → changes the width'],
  ['Escape, then Tab', 'leave the grid'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
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
