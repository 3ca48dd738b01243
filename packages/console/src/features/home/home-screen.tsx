import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { useEnvironment } from '../../instance/environment.ts'
import card from '../../ui/card.module.css'
import { Kbd } from '../../ui/kbd.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Text } from '../../ui/text.tsx'
import { CommandItem, CommandList, CommandSteps } from '../../widgets/code/commands/command-list.tsx'
import { useOpenTabs } from '../../widgets/records/open-tabs/open-tabs.ts'
import {
  consoleCommands,
  environmentCommand,
  instanceApi,
  keyCommand,
  logInCommand,
  noKey,
  programs,
  runCommands,
} from './commands.ts'
import styles from './home.module.css'
import { documents, exampleLinks, helpLinks, installerLinks } from './home-data.ts'
import { OutsideLinks, type OwnPage, ownPages } from './home-links.tsx'
import { t } from './messages.ts'
import { WelcomeTab } from './welcome-tab.tsx'

const AppCall = lazy(() => import('./app-call.tsx').then((module) => ({ default: module.AppCall })))

function QuickstartTab() {
  const user = useUser()
  if (!user) return null
  const caller = { api: instanceApi(), email: user.email, isAdmin: user.is_sys_admin }
  return (
    <div className={styles.page}>
      <Stack as="section" gap={3}>
        <h2>{t.firstRequests}</h2>
        <Text tone="muted" measure>
          {t.callHelp({ address: () => <code>{caller.api}</code> })}
        </Text>
        <CommandSteps>
          <CommandItem command={environmentCommand(caller)} />
          <CommandItem command={logInCommand(caller)} />
          <Suspense fallback={<CommandItem command={keyCommand(caller, noKey)} />}>
            <AppCall caller={caller} />
          </Suspense>
        </CommandSteps>
      </Stack>
      <OutsideLinks title={t.nativeExamples} links={exampleLinks('native')} />
      <OutsideLinks title={t.javascriptExamples} links={exampleLinks('javascript')} />
    </div>
  )
}

const forEverybody = [
  {
    path: '/profile',
    title: t.profile,
    purpose: t.profileHelp,
  },
  {
    path: '/launchpad',
    title: 'LaunchPad',
    purpose: t.launchpadHelp,
  },
]

function ResourcesTab() {
  const tabs = useOpenTabs().filter(({ path }) => path !== '/home')
  return (
    <div className={styles.page}>
      <Stack as="section" gap={3}>
        <h2>{t.whereThingsAre}</h2>
        <Text tone="muted" measure>
          {t.pressToFind({ find: () => <Kbd keys={[t.ctrlKey, 'K']} />, help: () => <Kbd keys={['?']} /> })}
        </Text>
        <ul className={card.cards}>
          {[...tabs, ...forEverybody].map(({ path, title, purpose }) => (
            <li key={path}>
              <Link className={card.card} to={path}>
                <span className={card.words}>
                  <span className={card.title}>{title}</span>
                  <span className={card.note}>{purpose}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Stack>
      <Stack as="section" gap={3}>
        <h2>{t.documentation}</h2>
        <Text tone="muted" measure>
          {t.repositoryFilesHelp}
        </Text>
        <dl className={styles.documents}>
          {documents().map(({ path, about }) => (
            <div key={path}>
              <dt>
                <code>{path}</code>
              </dt>
              <Text as="dd" tone="muted">
                {about}
              </Text>
            </div>
          ))}
        </dl>
      </Stack>
      <OutsideLinks title={t.furtherHelp} links={helpLinks()} />
    </div>
  )
}

function DownloadTab() {
  return (
    <div className={styles.page}>
      <Stack as="section" gap={3}>
        <h2>{t.callFromCode}</h2>
        <Text tone="muted" measure>
          {t.codeHelp}
        </Text>
        <CommandList commands={programs(instanceApi())} />
      </Stack>
      <Stack as="section" gap={3}>
        <h2>{t.runAnInstance}</h2>
        <Text tone="muted" measure>
          {t.runAnywhereHelp}
        </Text>
        <CommandList commands={runCommands} />
      </Stack>
      <Stack as="section" gap={3}>
        <h2>{t.otherInstance}</h2>
        <Text tone="muted" measure>
          {t.otherInstanceHelp}
        </Text>
        <CommandList commands={consoleCommands} />
      </Stack>
      <OutsideLinks title={t.cloudInstallers} links={installerLinks('cloud')} />
      <OutsideLinks title={t.localInstallers} links={installerLinks('local')} />
    </div>
  )
}

interface HomePage {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

const usualPages: readonly HomePage[] = [
  {
    id: 'welcome',
    label: t.welcome,
    content: <WelcomeTab />,
  },
  {
    id: 'quickstart',
    label: t.quickstart,
    content: <QuickstartTab />,
  },
  {
    id: 'resources',
    label: t.resources,
    content: <ResourcesTab />,
  },
  {
    id: 'download',
    label: t.download,
    content: <DownloadTab />,
  },
]

/** The Home tab: four default pages, or those that the instance configures. */
export function HomeScreen() {
  const { home_links } = useEnvironment()
  const own = ownPages(home_links, window.location.origin)
  const pages = own.length > 0 ? own.map(pageOf) : usualPages
  const search: { page?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const current = pages.find(({ id }) => id === search.page) ?? pages[0]
  if (!current) return null
  return (
    <div className={styles.home}>
      <h1>{t.home}</h1>
      <Tabs
        label={t.homePages}
        tabs={pages}
        value={current.id}
        onChange={(page) => void navigate({ to: '/home', search: page === pages[0]?.id ? {} : { page } })}
      >
        {current.content}
      </Tabs>
    </div>
  )
}

function pageOf(page: OwnPage): HomePage {
  return { id: page.name, label: page.label, content: <OwnPageTab page={page} /> }
}

/** A page configured by the instance, in a frame without scripts; pages of other origins open in a new window. */
function OwnPageTab({ page }: { page: OwnPage }) {
  if (page.inFrame) return <iframe className={styles.frame} title={page.label} src={page.address} sandbox="" />
  return (
    <Text tone="muted" measure>
      {t.openWindowLink({
        label: page.label,
        link: (text) => (
          <a href={page.address} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ),
      })}
    </Text>
  )
}
