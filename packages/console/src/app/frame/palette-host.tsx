import { IconLogout, IconRocket, IconUser, IconZoomQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { PaletteEntry } from '../../features/palette/palette-entry.ts'
import { useUser } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { systemResourcesQuery } from '../../instance/system-resources.ts'
import { paletteSources } from '../palette-sources.ts'
import { useVisibleTabs } from '../use-visible-tabs.ts'
import { tabIcons } from './tab-icons.tsx'
import { TypeAhead } from './type-ahead.tsx'

const Palette = lazy(() => import('../../features/palette/palette.tsx').then((module) => ({ default: module.Palette })))

/** Opens the command palette by Ctrl+K or ⌘K from anywhere, and tells it where the person may go. */
export function PaletteHost({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const user = useUser()
  const tabs = useVisibleTabs()
  const navigate = useNavigate()
  const environment = useEnvironment()
  const [typedAhead, setTypedAhead] = useState('')
  const listed = useQuery({ ...systemResourcesQuery, enabled: open && user !== null })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      onOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onOpen])

  if (!open || !user) return null
  const close = () => {
    setTypedAhead('')
    onOpen(false)
  }
  const go = (to: string) => {
    close()
    void navigate({ to })
  }
  const entries: PaletteEntry[] = [
    ...tabs.map((tab) => ({
      id: tab.path,
      label: tab.title,
      hint: tab.purpose,
      icon: tabIcons[tab.name],
      run: () => go(tab.path),
    })),
    {
      id: '/profile',
      label: 'Profile',
      hint: 'Your name, address and password.',
      icon: <IconUser />,
      run: () => go('/profile'),
    },
    {
      id: '/launchpad',
      label: 'LaunchPad',
      hint: 'The apps you can open.',
      icon: <IconRocket />,
      run: () => go('/launchpad'),
    },
    { id: '/logout', label: 'Logout', hint: 'End your session.', icon: <IconLogout />, run: () => go('/logout') },
  ]
  const visible = new Set(tabs.map((tab) => tab.name))
  if (visible.has('roles') && hasFeature(environment, 'explain-access'))
    entries.push({
      id: '/roles/explain',
      label: 'Explain access',
      hint: 'Whether somebody may make a call, and why.',
      icon: <IconZoomQuestion />,
      run: () => go('/roles/explain'),
    })
  // Who may not read the list may still read some of what is on it.
  const has = (resource: string) => listed.data?.includes(resource) ?? listed.isError
  const sources = paletteSources.filter(
    ({ tab, resource }) => visible.has(tab) && (resource === undefined || has(resource)),
  )

  return (
    <Suspense fallback={<TypeAhead text={typedAhead} onText={setTypedAhead} onClose={close} />}>
      <Palette startText={typedAhead} entries={entries} sources={sources} onGo={go} onClose={close} />
    </Suspense>
  )
}
