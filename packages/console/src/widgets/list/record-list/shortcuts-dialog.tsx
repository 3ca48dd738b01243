import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { capOf } from '../../../ui/key-caps.ts'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './opened/messages.ts'
import styles from './shortcuts-dialog.module.css'

const shortcuts = (): readonly (readonly [readonly string[], string])[] => [
  [['/'], tabWords.search],
  [['↑', '↓'], t.moveBetweenRows],
  [['Home', 'End'], t.shortcutFirstLast],
  [['Enter'], t.openTheRow],
  [['Space'], t.selectTheRow],
  [['Shift', '↓'], t.extendTheSelection],
  [['Ctrl', 'A'], t.selectThePage],
  [['Delete'], t.deleteTheRow],
  [['Esc'], t.clearTheSelection],
  [['Shift', '→'], t.widenTheColumn],
  [['?'], t.thisList],
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      title={t.keyboardShortcuts}
      onClose={onClose}
      footer={<Button onClick={onClose}>{commonWords.close}</Button>}
    >
      <dl className={styles.shortcuts}>
        {shortcuts().map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              <Kbd keys={keys.map(capOf)} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
