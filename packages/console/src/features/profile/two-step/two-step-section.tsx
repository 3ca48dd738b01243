import type { NamedFactor, TwoStepState } from '@millwright/contract/wire/two-step'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { environmentQuery, hasFeature } from '../../../instance/environment.ts'
import { send } from '../../../instance/send.ts'
import { notify } from '../../../notifications/notify.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { passkeysWork } from '../../../widgets/credentials/second-step.ts'
import profile from '../profile.module.css'
import { FactorList } from './factor-list.tsx'
import type { Opened } from './opened-window.tsx'
import styles from './two-step.module.css'
import { takeBackAppPassword } from './two-step-calls.ts'

const OpenedWindow = lazy(() => import('./opened-window.tsx').then((module) => ({ default: module.OpenedWindow })))

/** The second step of signing in, where the instance knows one and uses it. */
export function TwoStepSection() {
  const environment = useQuery(environmentQuery).data ?? {}
  const { data } = useQuery({ ...twoStepQuery, enabled: hasFeature(environment, 'two-step') })
  return data === undefined || data.policy === 'off' ? null : <Parts state={data} />
}

function Parts({ state }: { state: TwoStepState }) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const on = state.one_time_code !== null || state.passkeys.length > 0

  /** Shows new recovery codes, else says what is done. */
  const finish = (text: string, codes: readonly string[] = []) => {
    setOpened(codes.length > 0 ? { kind: 'codes', codes } : null)
    notify({ type: 'success', title: 'Two-step sign-in', text })
    return queryClient.invalidateQueries(twoStepQuery)
  }
  const takeBack = async ({ id, name }: NamedFactor) => {
    const run = () => takeBackAppPassword(id)
    const text = 'Programs that use it can no longer sign in, and their sessions end.'
    if (await confirm({ title: `Revoke the app password ${name}?`, text, action: 'Revoke', danger: true, run }))
      await finish('App password revoked.')
  }

  return (
    <section className={profile.card} aria-labelledby="profile-two-step">
      <h2 id="profile-two-step">Two-step sign-in</h2>
      <Stack>
        <Part
          title="One-time codes"
          badge={state.one_time_code === null ? null : <Badge tone="success">On</Badge>}
          text="An app on your phone shows a code that you type after your password."
          actions={
            state.one_time_code === null ? (
              <Button onClick={() => setOpened({ kind: 'begin-code' })}>Set up…</Button>
            ) : (
              <>
                <Button onClick={() => setOpened({ kind: 'begin-code' })}>Change app…</Button>
                <Button variant="quiet" onClick={() => setOpened({ kind: 'remove-code' })}>
                  Switch off…
                </Button>
              </>
            )
          }
        />
        <Part
          title="Passkeys"
          text={
            passkeysWork()
              ? 'Sign in with your device or a security key, with or without your password.'
              : 'Passkeys need this page to be opened by a host name, over HTTPS.'
          }
          actions={passkeysWork() ? <Button onClick={() => setOpened({ kind: 'add-passkey' })}>Add…</Button> : null}
        >
          <FactorList
            label="Passkeys"
            factors={state.passkeys}
            verb="Remove"
            onRename={(passkey) => setOpened({ kind: 'rename-passkey', passkey })}
            onRemove={(passkey) => setOpened({ kind: 'remove-passkey', passkey })}
          />
        </Part>
        {on ? (
          <Part
            title="Recovery codes"
            badge={
              <Badge tone={state.recovery_codes < 3 ? 'warning' : 'neutral'}>{`${state.recovery_codes} left`}</Badge>
            }
            text="For when you do not have your device. Each works once."
            actions={<Button onClick={() => setOpened({ kind: 'renew-codes' })}>Make new ones…</Button>}
          />
        ) : null}
        <Part
          title="App passwords"
          text="For programs that cannot ask for a second step. They cannot change how you sign in."
          actions={<Button onClick={() => setOpened({ kind: 'add-app-password' })}>Add…</Button>}
        >
          <FactorList
            label="App passwords"
            factors={state.app_passwords}
            verb="Revoke"
            onRemove={(factor) => void takeBack(factor)}
          />
        </Part>
      </Stack>
      {opened ? (
        <Suspense fallback={null}>
          <OpenedWindow opened={opened} hasPassword={state.password} open={setOpened} close={close} finish={finish} />
        </Suspense>
      ) : null}
    </section>
  )
}

interface PartProps {
  readonly title: string
  readonly badge?: ReactNode
  readonly text: string
  readonly actions: ReactNode
  readonly children?: ReactNode
}

function Part({ title, badge, text, actions, children }: PartProps) {
  return (
    <div className={styles.part}>
      <div className={styles.what}>
        <h3>
          {title} {badge}
        </h3>
        <p>{text}</p>
      </div>
      <Row gap={2} align="stretch" wrap>
        {actions}
      </Row>
      {children}
    </div>
  )
}

/** What the signed-in person has for the second step. */
const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: async ({ signal }) => (await send({ verb: 'GET', path: 'user/two_step', signal })).data,
})
