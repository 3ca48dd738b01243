import type { NamedFactor, TwoStepState } from '@millwright/contract/wire/two-step'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { useUser } from '../../../instance/browser-session.ts'
import { environmentQuery, hasFeature } from '../../../instance/environment.ts'
import { send } from '../../../instance/send.ts'
import { isFullAdmin } from '../../../instance/session.ts'
import { notify } from '../../../notifications/notify.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Text } from '../../../ui/text.tsx'
import { passkeysWork } from '../../../widgets/form/credentials/second-step.ts'
import { useOpenTabs } from '../../../widgets/records/open-tabs/open-tabs.ts'
import { profileMessages } from '../messages.ts'
import profile from '../profile.module.css'
import type { Opened } from './opened-window.tsx'
import styles from './two-step.module.css'
import { revokeAppPassword } from './two-step-calls.ts'

const OpenedWindow = lazy(() => import('./opened-window.tsx').then((module) => ({ default: module.OpenedWindow })))

/** The settings of two-step sign-in, if the instance supports and uses it. */
export function TwoStepSection() {
  const environment = useQuery(environmentQuery).data ?? {}
  const { data } = useQuery({ ...twoStepQuery, enabled: hasFeature(environment, 'two-step') })
  const user = useUser()
  const hasConfig = useOpenTabs().some(({ path }) => path === '/config')
  if (data === undefined) return null
  if (data.policy !== 'off') return <Parts state={data} />
  return hasConfig && isFullAdmin(user) ? <SwitchedOff /> : null
}

/** For those who can switch it on: everyone else could do nothing about it. */
function SwitchedOff() {
  return (
    <section className={profile.card} aria-labelledby="profile-two-step">
      <h2 id="profile-two-step">{profileMessages.twoStepTitle}</h2>
      <p>
        {profileMessages.twoStepOff} <Link to="/config/two-step">{profileMessages.twoStepSettings}</Link>
      </p>
    </section>
  )
}

function Parts({ state }: { state: TwoStepState }) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const on = state.one_time_code !== null || state.passkeys.length > 0

  /** Shows new recovery codes, or else a notification. */
  const finish = (text: string, codes: readonly string[] = []) => {
    setOpened(codes.length > 0 ? { kind: 'codes', codes } : null)
    notify({ type: 'success', title: profileMessages.twoStepTitle, text })
    return queryClient.invalidateQueries(twoStepQuery)
  }
  const takeBack = async ({ id, name }: NamedFactor) => {
    const run = () => revokeAppPassword(id)
    const text = profileMessages.revokeWarning
    if (
      await confirm({
        title: profileMessages.revokeQuestion({ name }),
        text,
        action: profileMessages.revoke,
        danger: true,
        run,
      })
    )
      await finish(profileMessages.appPasswordRevoked)
  }

  return (
    <section className={profile.card} aria-labelledby="profile-two-step">
      <h2 id="profile-two-step">{profileMessages.twoStepTitle}</h2>
      <Stack>
        <Part
          title={profileMessages.oneTimeCodes}
          badge={state.one_time_code === null ? null : <Badge tone="success">{profileMessages.enabled}</Badge>}
          text={profileMessages.codesHelp}
          actions={
            state.one_time_code === null ? (
              <Button onClick={() => setOpened({ kind: 'begin-code' })}>{profileMessages.setUp}</Button>
            ) : (
              <>
                <Button onClick={() => setOpened({ kind: 'begin-code' })}>{profileMessages.changeApp}</Button>
                <Button variant="quiet" onClick={() => setOpened({ kind: 'remove-code' })}>
                  {profileMessages.switchOff2}
                </Button>
              </>
            )
          }
        />
        <Part
          title={profileMessages.passkeys}
          text={passkeysWork() ? profileMessages.passkeysHelp : profileMessages.passkeysUnavailable}
          actions={
            passkeysWork() ? (
              <Button onClick={() => setOpened({ kind: 'add-passkey' })}>{profileMessages.add}</Button>
            ) : null
          }
        >
          <FactorList
            label={profileMessages.passkeys}
            factors={state.passkeys}
            removal={profileMessages.removeOne}
            onRename={(passkey) => setOpened({ kind: 'rename-passkey', passkey })}
            onRemove={(passkey) => setOpened({ kind: 'remove-passkey', passkey })}
          />
        </Part>
        {on ? (
          <Part
            title={profileMessages.recoveryCodes}
            badge={
              <Badge tone={state.recovery_codes < 3 ? 'warning' : 'neutral'}>
                {profileMessages.codesLeft({ count: state.recovery_codes })}
              </Badge>
            }
            text={profileMessages.recoveryCodesHelp}
            actions={<Button onClick={() => setOpened({ kind: 'renew-codes' })}>{profileMessages.makeNewOnes2}</Button>}
          />
        ) : null}
        <Part
          title={profileMessages.appPasswords}
          text={profileMessages.appPasswordsHelp}
          actions={<Button onClick={() => setOpened({ kind: 'add-app-password' })}>{profileMessages.add}</Button>}
        >
          <FactorList
            label={profileMessages.appPasswords}
            factors={state.app_passwords}
            removal={profileMessages.revokeOne}
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

/** The signed-in person's second factors. */
export const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: async ({ signal }) => (await send({ verb: 'GET', path: 'user/two_step', signal })).data,
})

interface FactorListProps {
  readonly label: string
  readonly factors: readonly NamedFactor[]
  /** Label of the button that removes a factor. */
  readonly removal: (values: { readonly name: string }) => string
  readonly onRemove: (factor: NamedFactor) => void
  /** Absent if factors cannot be renamed. */
  readonly onRename?: (factor: NamedFactor) => void
}

/** Passkeys or app passwords, with their names and last use. */
function FactorList({ label, factors, removal, onRemove, onRename }: FactorListProps) {
  if (factors.length === 0) return null
  return (
    <Stack as="ul" className={classNames(look.lines, styles.factors)} aria-label={label}>
      {factors.map((factor) => (
        <li key={factor.id} className={styles.factor}>
          <Text as="span" breakAnywhere>
            {factor.name}
          </Text>
          <Text as="span" tone="muted" size="sm" className={styles.use}>
            {factor.last_used_date
              ? profileMessages.addedAndUsed({
                  added: () => <RelativeDate value={factor.created_date} />,
                  used: () => <RelativeDate value={factor.last_used_date ?? ''} />,
                })
              : profileMessages.addedNeverUsed({ added: () => <RelativeDate value={factor.created_date} /> })}
          </Text>
          <Row as="span" align="stretch" className={styles.tools}>
            {onRename ? (
              <IconButton
                size="small"
                label={profileMessages.rename({ name: factor.name })}
                icon={<IconPencil />}
                onClick={() => onRename(factor)}
              />
            ) : null}
            <IconButton
              size="small"
              label={removal({ name: factor.name })}
              icon={<IconTrash />}
              onClick={() => onRemove(factor)}
            />
          </Row>
        </li>
      ))}
    </Stack>
  )
}
