import {
  IconAdjustments,
  IconBook2,
  IconCopy,
  IconDeviceDesktop,
  IconHierarchy2,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRocket,
  IconSearch,
  IconSun,
  IconTable,
  IconUser,
  IconZoomQuestion,
} from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { freshLocalId, localAddress } from '../../features/config/entries/local-entries.ts'
import type { PaletteAct, PaletteEntry, PaletteGroup } from '../../features/palette/palette-entry.ts'
import type { ListedService } from '../../instance/service-list.ts'
import type { ListedTable } from '../../instance/service-tables.ts'
import { chooseTheme } from '../../theme/theme.ts'
import { addressOf } from '../../widgets/explorer/explorer-place.ts'
import { tabIcons } from '../frame/tab-icons.tsx'
import type { Tab, TabName } from '../tabs.ts'
import { appKeySource, configEntries } from './record-sources.ts'
import { databaseStage, documentedStage, operationSource, rowSource, tableStage } from './service-stages.ts'

/** What decides which actions somebody is offered. */
export interface PaletteRights {
  readonly tabs: readonly (Tab & { readonly name: TabName })[]
  readonly isAdmin: boolean
  /** Changes are held back in this console. */
  readonly locked: boolean
  /** Whether the server has something under `system`, and whether it announces something beyond the common wire. */
  readonly has: (resource: string) => boolean
  readonly hasFeature: (name: string) => boolean
}

interface VerbParts {
  readonly rights: PaletteRights
  readonly queryClient: QueryClient
  readonly databases: readonly ListedService[]
  readonly onInstanceSettings: () => void
}

/** Everything that can be done from anywhere, by what the person may, in groups. */
export function paletteGroups(parts: VerbParts): readonly PaletteGroup[] {
  const { tabs, hasFeature } = parts.rights
  return [
    {
      title: 'Go to',
      entries: [
        ...tabs.map((tab) => entry(go(tab.path), tab.title, tab.purpose, tabIcons[tab.name])),
        ...(tabs.some(({ name }) => name === 'config') ? configEntries(hasFeature) : []),
        ...reportViews(parts.rights),
        entry(go('/profile'), 'Profile', 'Your name, address and password.', <IconUser />),
        entry(go('/launchpad'), 'LaunchPad', 'The apps you can open.', <IconRocket />),
      ],
    },
    { title: 'Create', entries: creations(parts) },
    { title: 'Actions', entries: actions(parts) },
  ]
}

function reportViews({ tabs, hasFeature }: PaletteRights): readonly PaletteEntry[] {
  if (!tabs.some(({ name }) => name === 'reports')) return []
  return [
    ...(hasFeature('audit') ? [entry(go('/reports/audit'), 'Audit trail', 'Who changed which record, and when.')] : []),
    ...(hasFeature('request-log')
      ? [entry(go('/reports/requests'), 'Requests', 'The latest requests, with details of each.')]
      : []),
  ]
}

function creations({ rights, queryClient, databases }: VerbParts): readonly PaletteEntry[] {
  const { tabs, locked, has } = rights
  if (locked) return []
  const fresh = localAddress(freshLocalId([]))
  const made: readonly (readonly [TabName, string | null, string, PaletteAct, string?])[] = [
    ['services', 'service', 'service', go('/services/new'), 'connect database api'],
    ['apps', 'app', 'app', go('/apps/new'), 'api key'],
    ['admins', 'admin', 'admin', go('/admins/new'), 'administrator'],
    ['users', 'user', 'user', go('/users/new'), 'person'],
    ['roles', 'role', 'role', go('/roles/new'), 'access'],
    ['scripts', 'event_script', 'script', go('/scripts'), 'event'],
    ['limits', 'limit', 'limit', go('/limits/new'), 'rate'],
    ['scheduler', 'scheduler', 'scheduled task', go('/scheduler/new'), 'scheduler cron'],
    ['config', 'email_template', 'email template', go(`/config/email-templates/${fresh}`), 'mail'],
    ['config', 'lookup', 'lookup key', go(`/config/lookup-keys/${fresh}`), 'global'],
    ['config', 'cors', 'CORS entry', go(`/config/cors/${fresh}`), 'origin'],
    ...(databases.length === 0
      ? []
      : ([
          [
            'schema',
            null,
            'table',
            ask(
              databaseStage(queryClient, 'create-table', 'Create table', (service) =>
                go(`/schema/${encodeURIComponent(service)}/create`),
              ),
            ),
          ],
          [
            'data',
            null,
            'record',
            ask(
              tableStage(queryClient, databases, 'create-record', 'Create record', (service, { recordsName }) =>
                go(rowsAddress(service, recordsName), { record: 'new' }),
              ),
            ),
            'row',
          ],
        ] as const)),
  ]
  return made
    .filter(([tab, resource]) => tabs.some(({ name }) => name === tab) && (resource === null || has(resource)))
    .map(([, , what, act, words = '']) => ({
      id: `create-${what}`,
      label: `Create ${what}`,
      words: `new add ${words}`,
      icon: <IconPlus />,
      act,
    }))
}

function actions({ rights, queryClient, databases, onInstanceSettings }: VerbParts): readonly PaletteEntry[] {
  const sees = (tab: TabName) => rights.tabs.some(({ name }) => name === tab)
  const stored = databases.length > 0
  const opensTable = tableAct(sees('data'), sees('schema'))
  const theme = (label: string, icon: ReactElement, next: Parameters<typeof chooseTheme>[0]): PaletteEntry => ({
    id: `theme-${next}`,
    label,
    words: 'switch theme appearance mode',
    icon,
    act: { kind: 'do', run: () => chooseTheme(next) },
  })
  const all: readonly (PaletteEntry | false)[] = [
    stored &&
      opensTable !== null && {
        id: 'open-table',
        label: 'Open table',
        hint: 'Its rows, of any database.',
        icon: <IconTable />,
        act: ask(tableStage(queryClient, databases, 'open-table', 'Open table', opensTable)),
      },
    stored &&
      sees('data') && {
        id: 'find-record',
        label: 'Find record',
        hint: 'Searches the rows of a table.',
        words: 'row search',
        icon: <IconSearch />,
        act: ask(
          tableStage(queryClient, databases, 'find-record', 'Find record', (service, { recordsName }) =>
            ask({
              id: `find-record:${service}/${recordsName}`,
              title: recordsName,
              prompt: 'Which record?',
              sources: [rowSource(queryClient, service, recordsName)],
            }),
          ),
        ),
      },
    stored &&
      sees('schema') && {
        id: 'draw-diagram',
        label: 'Show diagram',
        hint: 'The tables of a database and their relations.',
        words: 'schema erd draw',
        icon: <IconHierarchy2 />,
        act: ask(
          databaseStage(queryClient, 'draw-diagram', 'Show diagram', (service) =>
            go(`/schema/${encodeURIComponent(service)}/diagram`),
          ),
        ),
      },
    sees('apidocs') && {
      id: 'open-operation',
      label: 'Open API operation',
      hint: 'Read and try a call of a service.',
      words: 'endpoint docs try',
      icon: <IconBook2 />,
      act: ask(
        documentedStage(queryClient, 'open-operation', 'Open API operation', (service) =>
          ask({
            id: `open-operation:${service}`,
            title: service,
            prompt: 'Which operation?',
            sources: [operationSource(queryClient, service)],
          }),
        ),
      ),
    },
    sees('roles') &&
      rights.hasFeature('explain-access') && {
        ...entry(go('/roles/explain'), 'Explain access', 'Whether somebody may make a call, and why.'),
        words: 'run',
        icon: <IconZoomQuestion />,
      },
    sees('apps') &&
      rights.has('app') && {
        id: 'copy-key',
        label: 'Copy API key',
        hint: 'Of an app.',
        icon: <IconCopy />,
        act: ask({ id: 'copy-key', title: 'Copy API key', prompt: 'Of which app?', sources: [appKeySource] }),
      },
    sees('packages') &&
      !rights.locked && {
        ...entry(go('/package-manager', { view: 'import' }), 'Import package', 'Configuration of another instance.'),
        icon: tabIcons.packages,
      },
    theme('Use dark theme', <IconMoon />, 'dark'),
    theme('Use light theme', <IconSun />, 'light'),
    theme("Use the system's theme", <IconDeviceDesktop />, 'system'),
    rights.isAdmin && {
      id: 'instance-settings',
      label: 'Instance settings',
      hint: 'Name, colour and the read-only lock.',
      icon: <IconAdjustments />,
      act: { kind: 'do', run: onInstanceSettings },
    },
    entry(go('/logout'), 'Logout', 'End your session.', <IconLogout />),
  ]
  return all.filter((each) => each !== false)
}

/** Opens a table where the person sees it: its rows, else its structure; null: nowhere. */
export function tableAct(seesData: boolean, seesSchema: boolean) {
  if (!seesData && !seesSchema) return null
  return (service: string, { name, recordsName }: ListedTable) =>
    go(
      seesData
        ? rowsAddress(service, recordsName)
        : `/schema/${encodeURIComponent(service)}/table/${encodeURIComponent(name)}`,
    )
}

function entry(act: PaletteAct & { kind: 'go' }, label: string, hint: string, icon?: ReactElement): PaletteEntry {
  return { id: act.to, label, hint, act, ...(icon && { icon }) }
}

function go(to: string, search: Readonly<Record<string, string>> = {}): PaletteAct & { kind: 'go' } {
  return { kind: 'go', to, search }
}

function ask(stage: (PaletteAct & { kind: 'ask' })['stage']): PaletteAct {
  return { kind: 'ask', stage }
}

function rowsAddress(service: string, table: string): string {
  return addressOf({ service, kind: 'table', name: table }, 'rows', 'database')?.to ?? '/data'
}
