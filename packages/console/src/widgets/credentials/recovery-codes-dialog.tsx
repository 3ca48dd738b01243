import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Shows new recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      title="Your recovery codes"
      closeOnOutsidePress={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
