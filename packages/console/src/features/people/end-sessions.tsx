import { useQuery } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { peopleMessages } from './messages.ts'
import styles from './people.module.css'
import type { PersonKind } from './person-kind.ts'

interface EndSessionsProps {
  readonly kind: Pick<PersonKind, 'collection' | 'messages'>
  readonly id: number
  readonly name: string
}

/** Ends all sessions of a person, if the instance supports it. */
export function EndSessions({ kind: { collection, messages }, id, name }: EndSessionsProps) {
  const writeBlock = useWriteBlock()
  const environment = useQuery(environmentQuery).data ?? {}
  if (!hasFeature(environment, 'active-sessions')) return null

  const end = async () => {
    const run = async () => {
      await send({ verb: 'PATCH', path: `${collection}/${id}`, body: { end_sessions: true } })
    }
    const text = peopleMessages.endSessionsWarning
    if (
      !(await confirm({
        title: peopleMessages.endSessionsQuestion({ name }),
        text,
        action: peopleMessages.end,
        danger: true,
        run,
      }))
    )
      return
    notify({ type: 'success', title: messages.module, text: peopleMessages.allSessionsEnded })
  }
  return (
    <Stack gap={3}>
      <p className={styles.line}>
        <Button size="small" disabledReason={writeBlock} onClick={() => void end()}>
          {peopleMessages.endAllSessions}
        </Button>
      </p>
    </Stack>
  )
}
