import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice, type ChoiceOption } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './dialogs.module.css'
import type { ConflictChoice } from './upload-plan.ts'
import type { Conflict } from './use-upload.tsx'

const number = new Intl.NumberFormat()

const choices: readonly ChoiceOption<ConflictChoice>[] = [
  { value: 'keep-both', label: 'Keep both', help: 'New files get a number appended to their names.' },
  { value: 'replace', label: 'Replace', help: 'The existing files are overwritten.' },
  { value: 'skip', label: 'Skip', help: 'Only new files are uploaded.' },
]

/** Asks what becomes of files whose name is taken. */
export function ConflictDialog({ conflict: { names, total, answer } }: { conflict: Conflict }) {
  const [choice, setChoice] = useState<ConflictChoice>('keep-both')
  const one = names.length === 1
  return (
    <Dialog
      open
      title={one ? `${names[0]} is there already` : `${number.format(names.length)} files are there already`}
      description={total > names.length ? `Of ${number.format(total)} files in all.` : undefined}
      onClose={() => answer(null)}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={() => answer(null)}>Cancel</Button>
          <Button variant={choice === 'replace' ? 'danger' : 'primary'} onClick={() => answer(choice)}>
            {choices.find(({ value }) => value === choice)?.label}
          </Button>
        </>
      }
    >
      {one ? null : <p className={styles.names}>{listWords(names)}</p>}
      <Choice label="What do you want to do?" options={choices} value={choice} onChange={setChoice} />
    </Dialog>
  )
}

function listWords(names: readonly string[]): string {
  const first = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${first} and ${number.format(names.length - 5)} more` : first
}
