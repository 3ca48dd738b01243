import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Palette } from '../../features/palette/palette.tsx'
import { type PaletteEntry, recentOf, remember, storedRecent } from '../../features/palette/palette-entry.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import type { StoredSession } from '../../instance/session.ts'
import { systemResourcesQuery } from '../../instance/system-resources.ts'
import { useVisibleTabs } from '../use-visible-tabs.ts'
import { paletteGroups, tableAct } from './palette-verbs.tsx'
import { recordSources } from './record-sources.ts'
import { operationSource, tableSources } from './service-stages.ts'

/** Maximum number of tables of one database in a search of everything. */
const maxTables = 6

interface CommandPaletteProps {
  user: StoredSession
  startText: string
  onInstanceSettings: () => void
  onClose: () => void
}

/** The palette with every page, action and record that this person can reach. */
export function CommandPalette({ user, startText, onInstanceSettings, onClose }: CommandPaletteProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const tabs = useVisibleTabs()
  const environment = useEnvironment()
  const locked = useWriteBlock() !== null
  const [kept] = useState(storedRecent)
  const listed = useQuery(systemResourcesQuery)
  const visible = new Set(tabs.map((tab) => tab.name))
  const databases = useQuery({
    ...groupServicesQuery('database'),
    enabled: visible.has('data') || visible.has('schema'),
  })
  // A person who may not read the list of resources may still read some of them.
  const has = (resource: string) => listed.data?.includes(resource) ?? listed.isError
  const rights = {
    tabs,
    isAdmin: user.is_sys_admin,
    locked,
    has,
    hasFeature: (name: string) => hasFeature(environment, name),
  }
  const known = databases.data ?? []
  const groups = paletteGroups({ rights, queryClient, databases: known, onInstanceSettings })
  const offered = groups.flatMap(({ entries }) => entries)
  const tables = tableAct(visible.has('data'), visible.has('schema'))
  const sources = [
    ...recordSources.filter(({ tab, resource }) => visible.has(tab) && has(resource)),
    ...(tables ? tableSources(queryClient, known, 'open-table', maxTables, tables) : []),
    ...(visible.has('apidocs') ? [operationSource(queryClient, null)] : []),
  ]

  const choose = (entry: PaletteEntry) => {
    const { act } = entry
    if (act.kind === 'go' || offered.some(({ id }) => id === entry.id)) remember(user.id, entry)
    if (act.kind === 'ask') return
    onClose()
    if (act.kind === 'do') void act.run()
    else void navigate({ to: act.to, search: act.search ?? {} })
  }

  return (
    <Palette
      startText={startText}
      groups={groups}
      recent={recentOf(kept, user.id, offered, (to) =>
        tabs.some(({ path }) => to === path || to.startsWith(`${path}/`)),
      )}
      sources={sources}
      onChoose={choose}
      onClose={onClose}
    />
  )
}
