import { Progress } from '../../ui/progress.tsx'
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
    <Progress
      words={sending ? packageMessages.sendingThePackage({ share: sent }) : what}
      share={sending ? sent : null}
    />
  )
}
