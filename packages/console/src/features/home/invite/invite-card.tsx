import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../messages.ts'
import { HomeCard } from '../step-card.tsx'

const loadForm = () => import('./invite-form.tsx')
const InviteForm = lazy(() => loadForm().then((module) => ({ default: module.InviteForm })))

interface InviteCardProps {
  kinds: readonly ('user' | 'admin')[]
  /** Number of other people with an account. */
  others: number
}

/** Invites a person, as one of the kinds of account that the user may create. */
export function InviteCard({ kinds, others }: InviteCardProps) {
  const writeBlock = useWriteBlock()
  const [open, setOpen] = useState(false)
  return (
    <HomeCard
      icon={<IconUserPlus aria-hidden="true" />}
      title={t.inviteColleague}
      text={t.inviteHelp}
      done={others > 0 ? t.otherPeople({ count: others }) : null}
      actions={
        open ? null : (
          <Button disabledReason={writeBlock} onPointerEnter={() => void loadForm()} onClick={() => setOpen(true)}>
            {t.invite}
          </Button>
        )
      }
    >
      {open ? (
        <Suspense fallback={null}>
          <InviteForm kinds={kinds} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </HomeCard>
  )
}
