import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import styles from './dialogs.module.css'

const shortcuts: readonly (readonly [readonly string[], string])[] = [
  [['/'], 'Search'],
  [['↑', '↓'], 'Move between rows'],
  [['Home', 'End'], 'First and last row'],
  [['Enter'], 'Open the row'],
  [['Space'], 'Select the row'],
  [['Shift', '↓'], 'Extend the selection'],
  [['Ctrl', 'A'], 'Select the page'],
  [['Delete'], 'Delete the row'],
  [['Esc'], 'Clear the selection'],
  [['Shift', '→'], 'Widen the column whose heading has the focus'],
  [['?'], 'This list'],
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
