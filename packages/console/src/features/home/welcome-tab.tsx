import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { countQuery } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { number } from '../../language/format.ts'
import card from '../../ui/card.module.css'
import { classNames } from '../../ui/class-names.ts'
import entry from '../../ui/entry.module.css'
import { Row, Stack } from '../../ui/layout.tsx'
import look from '../../ui/lines.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { type OpenTab, useOpenTabs } from '../../widgets/records/open-tabs/open-tabs.ts'
import { profileQuery } from '../people/profile-query.ts'
import { firstCallName } from './first-call/first-call.ts'
import { FirstSteps } from './first-steps.tsx'
import styles from './home.module.css'
import { exampleLinks, helpLinks } from './home-data.ts'
import { OutsideLinks } from './home-links.tsx'
import { ownAppsFilter } from './invite/invite.ts'
import { t } from './messages.ts'
import { type NextStep, nextSteps } from './next-steps.ts'

/** Apps that the console itself uses, and the one that Home creates for a first request. */
const ownApps: readonly (string | null)[] = ['admin', 'api_docs', 'file_manager', firstCallName]

/** `new`: no requests for a month. `untold`: the instance does not count requests, or not for this person. */
type Use = 'used' | 'new' | 'untold' | 'asking'

/** Milliseconds. */
const month = 30 * 86_400_000

/**
 * Returns whether anything other than the console calls the instance. Loaded once per visit, so that the page does not change while in
 * use.
 */
function useInstanceUsage(): Use {
  const counts = hasFeature(useEnvironment(), 'usage')
  const isAdmin = useUser()?.is_sys_admin ?? false
  const readsUsage = counts && isAdmin
  const { data, error } = useQuery({
    queryKey: ['usage', 'in-use'],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - month).toISOString()
      const params = { from, step: 'none', own: false, by: 'app' }
      return (await send({ verb: 'GET', path: 'system/usage', params, signal })).data
    },
    enabled: readsUsage,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!readsUsage || isRefusal(error)) return 'untold'
  if (data) {
    const { groups = [] } = data.meta
    return groups.some(({ group, requests }) => requests > 0 && !ownApps.includes(group)) ? 'used' : 'new'
  }
  // A failed query is shown, with a button to retry, in the place of the figures.
  return error ? 'used' : 'asking'
}

function isRefusal(error: Error | null): boolean {
  return error instanceof InstanceError && error.kind === 'refused' && error.status < 500
}

const Dashboard = lazy(() => import('./dashboard/dashboard.tsx').then((module) => ({ default: module.Dashboard })))

export function WelcomeTab() {
  const user = useUser()
  const tabs = useOpenTabs()
  const counts = useCounts()
  const use = useInstanceUsage()
  const profile = useQuery({ ...profileQuery(user?.is_sys_admin ?? false), enabled: user !== null })
  if (!user) return null
  // Other people may have these tabs, but not the permissions for their counts.
  const lists = user.is_sys_admin ? tabs : []
  const open = new Set(lists.map(({ path }) => path))
  const steps = nextSteps({ user, ...counts, securityQuestion: profile.data?.security_question ?? null, open })
  return (
    <div className={styles.page}>
      <Stack as="section" gap={3}>
        <h2>{t.welcomeName({ name: user.first_name || user.name })}</h2>
        <Text tone="muted" measure>
          {t.setupHelp}
        </Text>
        <Counters tabs={lists} counts={counts} />
      </Stack>
      {use === 'asking' ? (
        <div className={styles.waiting} aria-busy="true">
          <Skeleton lines={6} />
        </div>
      ) : (
        <>
          {use === 'used' ? <InstanceState /> : null}
          <FirstSteps {...counts} open={open} />
          <StepList steps={steps} />
          {use === 'new' ? <InstanceState /> : null}
        </>
      )}
      <OutsideLinks title={t.help} links={helpLinks()} />
      <OutsideLinks title={t.examples} links={exampleLinks()} />
    </div>
  )
}

/** The state of the instance; on a new one, after the first steps. */
function InstanceState() {
  return (
    <Suspense
      fallback={
        <div className={styles.waiting} aria-busy="true">
          <Skeleton lines={6} />
        </div>
      }
    >
      <Dashboard />
    </Suspense>
  )
}

/** The number of records on each tab, with a link to its list. Space is reserved, so that nothing moves while they load. */
function Counters({ tabs, counts }: { tabs: readonly OpenTab[]; counts: Counts }) {
  const all = [
    { path: '/admins', count: counts.admins },
    { path: '/users', count: counts.users },
    { path: '/roles', count: counts.roles },
    { path: '/apps', count: counts.apps },
  ]
  const shown = all.flatMap(({ path, count }) => tabs.filter((tab) => tab.path === path).map((tab) => ({ tab, count })))
  if (shown.length === 0) return null
  return (
    <ul className={styles.counters} aria-label={t.whatThereIs}>
      {shown.map(({ tab, count }) => (
        <li key={tab.path}>
          <Link className={card.tile} to={tab.path}>
            <Text as="span" tone="muted" size="sm">
              {tab.title}
            </Text>{' '}
            <strong>
              {count === null ? (
                <Text as="span" tone="faint" aria-hidden="true">
                  –
                </Text>
              ) : (
                number(count)
              )}
            </strong>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Excludes the services that every instance has from the start. */
const madeBySomebody = 'created_by_id is not null'

/** Number of records of each tab; `null` if unknown, or if the person may not see it. */
interface Counts {
  readonly admins: number | null
  readonly users: number | null
  readonly roles: number | null
  readonly apps: number | null
  readonly ownApps: number | null
  readonly ownServices: number | null
}

/** Loads the counts that the person may see, without any records. */
function useCounts(): Counts {
  return {
    admins: useCount('admins'),
    users: useCount('users'),
    roles: useCount('roles'),
    apps: useCount('apps'),
    ownApps: useCount('apps', ownAppsFilter),
    ownServices: useCount('services', madeBySomebody),
  }
}

const collections = {
  admins: 'system/admin',
  users: 'system/user',
  roles: 'system/role',
  apps: 'system/app',
  services: 'system/service',
}

function useCount(tab: keyof typeof collections, filter: string | null = null): number | null {
  const mayList = useOpenTabs().some(({ path }) => path === `/${tab}`)
  const isAdmin = useUser()?.is_sys_admin ?? false
  return useQuery({ ...countQuery(collections[tab], filter), enabled: mayList && isAdmin }).data ?? null
}

/** The first steps, with a mark on those that are done. */
function StepList({ steps }: { steps: readonly NextStep[] }) {
  const done = steps.filter((step) => step.done).length
  return (
    <Stack as="section" gap={3}>
      <Row as="h3" gap={3} align="baseline" justify="between">
        {done === steps.length ? t.setupComplete : t.nextSteps}
        <span className={styles.progress}>{t.ofDone({ done, all: steps.length })}</span>
      </Row>
      <Stack as="ul" className={classNames(look.lines, styles.framed)}>
        {steps.map((step) => (
          <li key={step.id}>
            <Link
              className={classNames(entry.entry, entry.inset, styles.step)}
              to={step.to}
              data-done={step.done || undefined}
            >
              {step.done ? <IconCircleCheckFilled aria-hidden="true" /> : <IconCircle aria-hidden="true" />}
              <Stack as="span">
                <Text as="strong" weight="medium" {...(step.done && { tone: 'muted' })}>
                  {step.title}
                  {step.done ? <VisuallyHidden>{t.doneMark}</VisuallyHidden> : null}
                </Text>
                <Text as="span" tone="muted">
                  {step.text}
                </Text>
              </Stack>
            </Link>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
