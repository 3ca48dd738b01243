import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { StepCard } from '../step-card.tsx'

const loadForm = () => import('./invite-form.tsx')
const InviteForm = lazy(() => loadForm().then((module) => ({ default: module.InviteForm })))

/** Invites somebody, as one of the kinds of account that this person may create. */
export function InviteCard({ kinds, done }: { kinds: readonly ('user' | 'admin')[]; done: boolean }) {
  const writeBlock = useWriteBlock()
  const [open, setOpen] = useState(false)
  return (
    <StepCard
      icon={<IconUserPlus aria-hidden="true" />}
      title="Let a colleague in"
      text="Sends an invitation by e-mail, with a role that says what the colleague may do."
      done={done ? 'Done' : null}
      actions={
        open ? null : (
          <Button disabledReason={writeBlock} onPointerEnter={() => void loadForm()} onClick={() => setOpen(true)}>
            Invite
          </Button>
        )
      }
    >
      {open ? (
        <Suspense fallback={null}>
          <InviteForm kinds={kinds} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </StepCard>
  )
}
