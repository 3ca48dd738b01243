import type { EnvironmentApp } from '@millwright/contract/wire/environment'
import { IconApps, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { environmentQuery } from '../../instance/environment.ts'
import { shippedText, useShippedNames } from '../../instance/shipped-names.ts'
import { webAddress } from '../../instance/web-address.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { useOpenTabs } from '../../widgets/records/open-tabs/open-tabs.ts'
import { commonWords } from '../../words/messages.ts'
import styles from './launchpad.module.css'
import { t } from './messages.ts'

/** The apps that a person may open: this console in place, others in a new window. */
export function LaunchpadScreen() {
  const { data, isError, refetch } = useQuery(environmentQuery)
  const tabs = useOpenTabs()
  useShippedNames()
  const apps = launchableApps(
    data?.apps,
    tabs.map(({ path }) => path),
  )
  return (
    <div className={styles.page}>
      <Stack as="header" gap={1} className={styles.head}>
        <h1>{t.launchpad}</h1>
        <Text tone="muted">{t.launchpadHelp}</Text>
      </Stack>
      {isError || data?.apps === undefined ? (
        <Banner
          tone="warning"
          title={t.environmentFailed}
          actions={<Button onClick={() => void refetch()}>{commonWords.tryAgain}</Button>}
        >
          {t.appsIncomplete}
        </Banner>
      ) : apps.length === 0 && data.apps.length > 0 ? (
        <EmptyState icon={<IconApps />} title={t.noPages}>
          {t.noLaunchAddress({ apps: data.apps.map(({ name }) => name).join(', ') })}
        </EmptyState>
      ) : apps.length === 0 ? (
        <EmptyState icon={<IconApps />} title={t.noActiveApps}>
          {t.noAppsHelp}
        </EmptyState>
      ) : null}
      {apps.length > 0 ? (
        <ul className={card.cards}>
          {apps.map((app) => (
            <li key={app.id}>
              <AppLink app={app} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function AppLink({ app }: { app: LaunchableApp }) {
  const description = shippedText(app.name, app.description)
  const inside = (
    <>
      <span className={styles.sign} aria-hidden="true">
        {[...app.name][0]?.toUpperCase()}
      </span>
      <span className={card.words}>
        <Text as="span" weight="strong" truncate>
          {app.name}
        </Text>
        {description ? (
          <span className={styles.text} title={description}>
            {description}
          </span>
        ) : null}
      </span>
    </>
  )
  if (app.opens === 'in-place')
    return (
      <Link to={app.address} className={card.card}>
        {inside}
      </Link>
    )
  return (
    <a className={card.card} href={app.address} target="_blank" rel="noopener noreferrer">
      {inside}
      <IconExternalLink size={16} color="var(--text-muted)" aria-hidden="true" />
    </a>
  )
}

interface LaunchableApp {
  readonly id: number
  readonly name: string
  readonly description: string | null
  /** `in-place`: a path of this console. */
  readonly opens: 'in-place' | 'new-window'
  readonly address: string
}

/** Apps that every instance has, which are tabs of this console. */
const ownTabs: ReadonlyMap<string, string> = new Map([
  ['api_docs', '/apidocs'],
  ['file_manager', '/file-manager'],
])

/**
 * Returns the apps that can be opened, in the server's order, without apps that have no web URL and tabs that the person does not see.
 * `tabs`: paths of the tabs that the person sees.
 */
export function launchableApps(apps: readonly EnvironmentApp[] = [], tabs: readonly string[] = []): LaunchableApp[] {
  return apps.flatMap(({ id, name, description, url }): readonly LaunchableApp[] => {
    const tab = name === 'admin' ? '/home' : ownTabs.get(name)
    if (tab !== undefined && (name === 'admin' || tabs.includes(tab)))
      return [{ id, name, description, opens: 'in-place', address: tab }]
    const address = webAddress(url)
    if (address === null || (tab !== undefined && leadsTo(address, tab))) return []
    return [{ id, name, description, opens: 'new-window', address }]
  })
}

/** Whether a URL is that of the console's own tab, which would redirect people who may not see it. */
const leadsTo = (address: string, tab: string) => URL.parse(address, 'http://here')?.pathname === tab
