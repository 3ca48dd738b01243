import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice, type ChoiceOption } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { commonWords } from '../../words/messages.ts'
import styles from './dialogs.module.css'
import { filesMessages } from './messages.ts'
import type { UploadConflictChoice } from './upload.ts'
import type { Conflict } from './use-upload.tsx'

const choices: readonly ChoiceOption<UploadConflictChoice>[] = [
  {
    value: 'keep-both',
    label: filesMessages.keepBoth,
    help: filesMessages.keepBothHelp,
  },
  {
    value: 'replace',
    label: filesMessages.replace,
    help: filesMessages.overwriteHelp,
  },
  {
    value: 'skip',
    label: filesMessages.skip,
    help: filesMessages.skipHelp,
  },
]

/** Asks what to do with files whose name exists. */
export function ConflictDialog({ conflict: { names, total, answer } }: { conflict: Conflict }) {
  const [choice, setChoice] = useState<UploadConflictChoice>('keep-both')
  const one = names.length === 1
  return (
    <Dialog
      open
      title={
        one
          ? filesMessages.isThereAlready({ name: names[0] ?? '' })
          : filesMessages.filesExistTitle({ count: names.length })
      }
      description={total > names.length ? filesMessages.filesExistTotal({ count: total }) : undefined}
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
      {one ? null : <p className={styles.names}>{listWords(names)}</p>}
      <Choice label={filesMessages.conflictQuestion} options={choices} value={choice} onChange={setChoice} />
    </Dialog>
  )
}

function listWords(names: readonly string[]): string {
  const first = names.slice(0, 5).join(', ')
  return names.length > 5 ? filesMessages.andMore({ first, count: names.length - 5 }) : first
}
