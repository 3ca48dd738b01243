import dialogs from '../../widgets/record-list/dialogs.module.css'
import { packageMessages } from './messages.ts'

interface WorkingProps {
  /** The operation in a few words. */
  what: string
  /** Sent fraction of the package, from 0 to 1; absent if nothing is sent. */
  sent?: number
}

/** The progress of a long operation. */
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
