import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { DownloadTab } from './download-tab.tsx'
import styles from './home.module.css'
import { type OwnPage, ownPages } from './home-links.ts'
import { OwnPageTab } from './own-page-tab.tsx'
import { QuickstartTab } from './quickstart-tab.tsx'
import { ResourcesTab } from './resources-tab.tsx'
import { WelcomeTab } from './welcome-tab.tsx'

interface HomePage {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

const usualPages: readonly HomePage[] = [
  { id: 'welcome', label: 'Welcome', content: <WelcomeTab /> },
  { id: 'quickstart', label: 'Quickstart', content: <QuickstartTab /> },
  { id: 'resources', label: 'Resources', content: <ResourcesTab /> },
  { id: 'download', label: 'Download', content: <DownloadTab /> },
]

/** The Home tab: four pages, or those that the instance names itself. */
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
      <h1>Home</h1>
      <Tabs
        label="Home pages"
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
