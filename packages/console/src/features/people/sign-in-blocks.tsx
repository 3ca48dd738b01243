import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { useUser } from '../../instance/browser-session.ts'
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

/** The number of another person's second factors, as visible to administrators. */
interface FactorCounts {
  readonly one_time_code: string | null
  readonly passkeys: number
  readonly app_passwords: number
}

interface SecondStepBlockProps {
  readonly id: number
  readonly name: string
  /** Title of notifications. */
  readonly module: string
}

/** A person's second factors, with a button to reset them after a device was lost. */
export function SecondStepBlock({ id, name, module }: SecondStepBlockProps) {
  const queryClient = useQueryClient()
  const user = useUser()
  const writeBlock = useWriteBlock()
  const environment = useQuery(environmentQuery).data ?? {}
  const path = `system/two_step/${id}`
  const query = {
    queryKey: ['two-step', id],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await send<FactorCounts>({ verb: 'GET', path, signal })).data,
  }
  const { data } = useQuery({ ...query, enabled: hasFeature(environment, 'two-step') && user?.id !== id })
  const parts = data === undefined ? [] : partsOf(data)
  if (parts.length === 0) return null

  const reset = async () => {
    const run = async () => {
      await send({ verb: 'DELETE', path })
    }
    const text = peopleMessages.resetWarning
    const title = peopleMessages.resetQuestion({ name })
    if (!(await confirm({ title, text, action: peopleMessages.reset, danger: true, run }))) return
    notify({ type: 'success', title: module, text: peopleMessages.secondStepReset })
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }

  return (
    <Stack gap={3}>
      <p className={styles.line}>
        <span>{peopleMessages.secondStep({ parts: parts.join(', ') })}</span>
        <Button size="small" disabledReason={writeBlock} onClick={() => void reset()}>
          {peopleMessages.resetDots}
        </Button>
      </p>
    </Stack>
  )
}

function partsOf({ one_time_code, passkeys, app_passwords }: FactorCounts): string[] {
  return [
    ...(one_time_code === null ? [] : [peopleMessages.oneTimeCodes]),
    ...(passkeys === 0 ? [] : [peopleMessages.passkeys({ count: passkeys })]),
    ...(app_passwords === 0 ? [] : [peopleMessages.appPasswords({ count: app_passwords })]),
  ]
}
