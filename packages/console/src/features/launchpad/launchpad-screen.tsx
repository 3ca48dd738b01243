import { IconApps, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { environmentQuery } from '../../instance/environment.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Text } from '../../ui/text.tsx'
import { useOpenTabs } from '../../widgets/open-tabs/open-tabs.ts'
import { type LaunchableApp, launchableApps } from './launchable-apps.ts'
import styles from './launchpad.module.css'

/** The apps that somebody may open: this console in place, every other in a new window. */
export function LaunchpadScreen() {
  const { data, isError, refetch } = useQuery(environmentQuery)
  const tabs = useOpenTabs()
  const apps = launchableApps(
    data?.apps,
    tabs.map(({ path }) => path),
  )
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>LaunchPad</h1>
        <p className={styles.purpose}>The apps you can open on this instance.</p>
      </header>
      {isError || data?.apps === undefined ? (
        <Banner
          tone="warning"
          title="The system configuration could not be loaded."
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          Your apps may be missing here. If it stays so, contact your administrator.
        </Banner>
      ) : apps.length === 0 && data.apps.length > 0 ? (
        <EmptyState icon={<IconApps />} title="Your apps have no page to open">
          {`You have access to ${data.apps.map(({ name }) => name).join(', ')}, but no launch address is set. Use the API with an API key, or ask your administrator for an address.`}
        </EmptyState>
      ) : apps.length === 0 ? (
        <EmptyState icon={<IconApps />} title="There are no active apps for you yet">
          An app appears here once you have a role in it and it has a page to open. Contact your administrator if one is
          missing.
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
  const inside = (
    <>
      <span className={styles.sign} aria-hidden="true">
        {[...app.name][0]?.toUpperCase()}
      </span>
      <span className={card.words}>
        <Text as="span" weight="strong" truncate>
          {app.name}
        </Text>
        {app.description ? (
          <span className={styles.text} title={app.description}>
            {app.description}
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
      <IconExternalLink className={styles.out} aria-hidden="true" />
    </a>
  )
}
