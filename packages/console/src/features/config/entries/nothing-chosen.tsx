import { IconPlus } from '@tabler/icons-react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notify } from '../../../notifications/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { useSaveKey } from '../../../ui/use-save-key.ts'
import styles from '../../../widgets/split/split.module.css'
import type { EntryMessages } from '../messages.ts'

interface NothingChosenProps {
  one: string
  messages: EntryMessages
  onAdd: () => void
  /** Moves the focus to where an entry can be chosen. */
  onChoose: () => void
}

/** In the place of the form while no entry is chosen. */
export function NothingChosen({ one, messages, onAdd, onChoose }: NothingChosenProps) {
  const writeBlock = useWriteBlock()
  const save = () => {
    if (writeBlock) return
    notify({ type: 'warning', title: messages.module, text: messages.nothingSelected, tag: messages.module })
    onChoose()
  }
  useSaveKey(save)
  return (
    <>
      <Stack justify="center" grow className={styles.nothing}>
        <EmptyState
          title="Choose from the list, or add one."
          actions={
            <Button icon={<IconPlus />} disabledReason={writeBlock} onClick={onAdd}>
              Add {one}
            </Button>
          }
        >
          {messages.purpose}
        </EmptyState>
      </Stack>
      <footer className={styles.footer}>
        <Button variant="primary" disabledReason={writeBlock ?? messages.nothingSelected} onRefused={save}>
          Save
        </Button>
      </footer>
    </>
  )
}
