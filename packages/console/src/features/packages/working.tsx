import dialogs from '../../widgets/record-list/dialogs.module.css'
import { packageMessages } from './messages.ts'

interface WorkingProps {
  /** What is being done, in a few words. */
  what: string
  /** How much of the package is sent, from 0 to 1; absent: nothing is. */
  sent?: number
}

/** How far long work is. */
export function Working({ what, sent }: WorkingProps) {
  const sending = sent !== undefined && sent > 0 && sent < 1
  return (
    <div className={dialogs.progress}>
      <p role="status">{sending ? packageMessages.sendingThePackage({ share: sent }) : what}</p>
      <progress
        className={dialogs.bar}
        aria-label={packageMessages.progress}
        {...(sending ? { value: sent } : {})}
        max={1}
      />
    </div>
  )
}
