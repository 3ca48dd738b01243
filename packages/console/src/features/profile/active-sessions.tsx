import type { ActiveSession } from '@millwright/contract/wire/session'
import { IconLogout } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import look from '../../ui/lines.module.css'
import { Purpose } from '../../ui/purpose.tsx'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { Text } from '../../ui/text.tsx'
import styles from '../../widgets/access/connected-clients/client-list.module.css'
import { profileMessages } from './messages.ts'
import profile from './profile.module.css'

const path = 'user/active_session'

/** The signed-in person's sessions, with buttons to end one or all others; renders nothing if the instance does not list them. */
export function ActiveSessions() {
  const queryClient = useQueryClient()
  const environment = useQuery(environmentQuery).data ?? {}
  const { data = [] } = useQuery({ ...activeSessionsQuery, enabled: hasFeature(environment, 'active-sessions') })
  if (data.length === 0) return null

  const done = (text: string) => {
    notify({ type: 'success', title: profileMessages.sessions, text })
    return queryClient.invalidateQueries(activeSessionsQuery)
  }
  const endOne = async (session: ActiveSession) => {
    const run = async () => {
      await send({ verb: 'DELETE', path, params: { id: session.id } })
    }
    const title = profileMessages.endSessionQuestion({ name: nameOf(session) })
    if (
      await confirm({
        title,
        text: profileMessages.endSessionWarning,
        action: profileMessages.end,
        danger: true,
        run,
      })
    )
      await done(profileMessages.sessionEnded)
  }
  const endOthers = async () => {
    let count = 0
    const run = async () => {
      count = (await send<{ ended: number }>({ verb: 'DELETE', path, params: { others: true } })).data.ended
    }
    if (
      await confirm({
        title: profileMessages.endOthersQuestion,
        text: profileMessages.endOthersWarning,
        action: profileMessages.end,
        danger: true,
        run,
      })
    )
      await done(profileMessages.sessionsEnded({ count }))
  }

  return (
    <section className={profile.card} aria-labelledby="profile-sessions">
      <Row align="start" gap={3} wrap>
        <Stack grow shrink>
          <h2 id="profile-sessions">{profileMessages.sessions}</h2>
          <Purpose>{profileMessages.sessionsHelp}</Purpose>
        </Stack>
        {data.some(({ current }) => !current) ? (
          <Button onClick={() => void endOthers()}>{profileMessages.endAllOthers}</Button>
        ) : null}
      </Row>
      <Stack as="ul" className={classNames(look.lines, styles.list)} aria-label={profileMessages.sessions}>
        {data.map((session) => (
          <Session key={session.id} session={session} onEnd={() => void endOne(session)} />
        ))}
      </Stack>
    </section>
  )
}

function Session({ session, onEnd }: { session: ActiveSession; onEnd: () => void }) {
  const { address, user_agent, app_password, created_date, last_seen_date, current } = session
  const name = nameOf(session)
  const about = [app_password === null ? null : profileMessages.withAppPassword({ name: app_password }), address]
  return (
    <li className={styles.client}>
      <Stack grow shrink>
        <Row gap={2} wrap>
          <Text as="span" breakAnywhere title={user_agent ?? undefined}>
            {name}
          </Text>
          {current ? <Badge tone="success">{profileMessages.thisSession}</Badge> : null}
        </Row>
        <Text tone="muted" size="sm" breakAnywhere>
          {about.filter((part) => part !== null).join(' · ')}
        </Text>
        <Text tone="muted" size="sm">
          {profileMessages.sessionTimes({
            since: () => <RelativeDate value={created_date} />,
            seen: () => <RelativeDate value={last_seen_date} />,
          })}
        </Text>
      </Stack>
      {current ? null : (
        <IconButton size="small" label={profileMessages.endSession({ name })} icon={<IconLogout />} onClick={onEnd} />
      )}
    </li>
  )
}

function nameOf({ user_agent }: ActiveSession): string {
  const device = deviceName(user_agent)
  if (device === null) return profileMessages.unknownDevice
  return 'program' in device ? device.program : profileMessages.sessionDevice(device)
}

const activeSessionsQuery = queryOptions({
  queryKey: ['active-sessions'],
  queryFn: async ({ signal }) =>
    (await send<{ resource: ActiveSession[] }>({ verb: 'GET', path, signal })).data.resource,
})

/** A browser or program, parsed from its user agent; `null` if there is none. */
type DeviceName = { readonly browser: string; readonly system: string } | { readonly program: string } | null

/** The first match counts: user agents also name the browsers with which they are compatible. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

export function deviceName(userAgent: string | null): DeviceName {
  const text = userAgent?.trim() ?? ''
  if (text === '') return null
  const browser = browsers.find(([sign]) => sign.test(text))?.[1]
  const system = systems.find(([sign]) => sign.test(text))?.[1]
  if (browser !== undefined && system !== undefined) return { browser, system }
  const [product = text] = text.split(/[\s(;,]/, 1)
  return { program: (product || text).replace('/', ' ') }
}
