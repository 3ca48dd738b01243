import { useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './people.module.css'
import type { PersonPartProps } from './person-fields.tsx'

/** How somebody new gets in: by a mail with a code. */
export function InviteBlock({ form: { field } }: PersonPartProps) {
  return (
    <Stack gap={3}>
      <Checkbox
        {...field('sendInvite')}
        label="Send Email Invite"
        help="A mail with a link by which they choose their own password."
      />
    </Stack>
  )
}

interface ConfirmationProps {
  confirmed: boolean
  /** Sends another invitation. */
  onInvite: () => Promise<void>
}

/** Whether somebody has answered their invitation; if not, it can be sent again. */
export function Confirmation({ confirmed, onInvite }: ConfirmationProps) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const writeBlock = useWriteBlock()
  const send = async () => {
    setSending(true)
    setFailure(null)
    try {
      await onInvite()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Stack gap={3}>
      <p className={styles.line}>
        <span>Confirmed: {confirmed ? 'Yes' : 'No'}</span>
        {confirmed ? null : (
          <Button size="small" loading={sending} disabledReason={writeBlock} onClick={() => void send()}>
            Send Invite
          </Button>
        )}
      </p>
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
    </Stack>
  )
}
