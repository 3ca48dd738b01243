import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { useUser } from '../../instance/browser-session.ts'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './people.module.css'

/** What an administrator is told about another person's second step. */
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

/** What somebody has for the second step of signing in, and how to take it away when they lost their device. */
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
    retry: false,
  }
  const { data } = useQuery({ ...query, enabled: hasFeature(environment, 'two-step') && user?.id !== id })
  const parts = data === undefined ? [] : partsOf(data)
  if (parts.length === 0) return null

  const reset = async () => {
    const run = async () => {
      await send({ verb: 'DELETE', path })
    }
    const text = 'Codes, passkeys and app passwords are deleted, and all sessions of this person end.'
    const title = `Reset the second step of ${name}?`
    if (!(await confirm({ title, text, action: 'Reset', danger: true, run }))) return
    notify({ type: 'success', title: module, text: 'Second step reset.' })
    await queryClient.invalidateQueries({ queryKey: query.queryKey })
  }

  return (
    <Stack gap={3}>
      <p className={styles.line}>
        <span>Second step: {parts.join(', ')}</span>
        <Button size="small" disabledReason={writeBlock} onClick={() => void reset()}>
          Reset…
        </Button>
      </p>
    </Stack>
  )
}

function partsOf({ one_time_code, passkeys, app_passwords }: FactorCounts): string[] {
  return [
    ...(one_time_code === null ? [] : ['one-time codes']),
    ...counted(passkeys, 'passkey'),
    ...counted(app_passwords, 'app password'),
  ]
}

const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`])
