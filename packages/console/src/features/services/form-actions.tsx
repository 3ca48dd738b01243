import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { NextSection } from '../../widgets/editor-frame/next-section.tsx'

/** What becomes of the form after a save: it stays, it closes, or it stays and what the instance kept is cleared. */
export type SaveIntent = 'stay' | 'close' | 'clear'

interface FormActionsProps {
  isNew: boolean
  section: string
  saving: boolean
  open: (section: string) => void
  onSave: (intent: SaveIntent) => Promise<void>
}

/** Ways on besides Save. */
export function FormActions({ isNew, section, saving, open, onSave }: FormActionsProps) {
  const writeBlock = useWriteBlock()
  const blocked = writeBlock ?? (saving ? 'It is being saved.' : null)
  if (isNew) return <NextSection section={section} from="info" to="config" open={open} />
  return (
    <>
      {section === 'info' ? null : (
        <Button disabledReason={blocked} onClick={() => void onSave('clear')}>
          Save and Clear Cache
        </Button>
      )}
      <Button disabledReason={blocked} onClick={() => void onSave('close')}>
        Save and Close
      </Button>
    </>
  )
}
