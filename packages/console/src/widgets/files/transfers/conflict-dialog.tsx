import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Choice, type ChoiceOption } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Text } from '../../../ui/text.tsx'
import { commonWords } from '../../../words/messages.ts'
import { t } from './messages.ts'
import type { Conflict, UploadConflictChoice } from './transfer.ts'
import styles from './transfer-panel.module.css'

const choices: readonly ChoiceOption<UploadConflictChoice>[] = [
  {
    value: 'keep-both',
    label: t.keepBoth,
    help: t.keepBothHelp,
  },
  {
    value: 'replace',
    label: t.replace,
    help: t.overwriteHelp,
  },
  {
    value: 'skip',
    label: t.skip,
    help: t.skipHelp,
  },
]

/** Asks what to do with files whose name exists. */
export function ConflictDialog({ conflict: { title, names, total, answer } }: { conflict: Conflict }) {
  const [choice, setChoice] = useState<UploadConflictChoice>('keep-both')
  const one = names.length === 1
  return (
    <Dialog
      open
      title={one ? t.isThereAlready({ name: names[0] ?? '' }) : t.filesExistTitle({ count: names.length })}
      description={total > names.length ? t.filesExistTotal({ count: total }) : undefined}
      onClose={() => answer(null)}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={() => answer(null)}>{commonWords.cancel}</Button>
          <Button variant={choice === 'replace' ? 'danger' : 'primary'} onClick={() => answer(choice)}>
            {choices.find(({ value }) => value === choice)?.label}
          </Button>
        </>
      }
    >
      <Text tone="muted">{title}</Text>
      {one ? null : <p className={styles.names}>{listWords(names)}</p>}
      <Choice label={t.conflictQuestion} options={choices} value={choice} onChange={setChoice} />
    </Dialog>
  )
}

function listWords(names: readonly string[]): string {
  const first = names.slice(0, 5).join(', ')
  return names.length > 5 ? t.andMore({ first, count: names.length - 5 }) : first
}
