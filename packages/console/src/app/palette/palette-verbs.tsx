import type { ListedService } from '@millwright/contract/wire/services'
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
import { withoutConsole } from '../../features/reports/reports-place.ts'
import type { ListedTable } from '../../instance/service-tables.ts'
import { chooseTheme } from '../../theme/theme.ts'
import { addressOf } from '../../widgets/explorer/explorer-place.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { tabIcons } from '../tab-icons.tsx'
import { opening, type TabName } from '../tabs.ts'
import type { VisibleTab } from '../use-visible-tabs.ts'
import { t } from './messages.ts'
import { appKeySource, configEntries } from './record-sources.ts'
import { databaseStage, documentedStage, operationSource, rowSource, tableStage } from './service-stages.ts'

/** What decides which actions a person is offered. */
export interface PaletteRights {
  readonly tabs: readonly VisibleTab[]
  readonly isAdmin: boolean
  /** The console is locked against changes. */
  readonly locked: boolean
  /** Whether the server has a resource under `system`, and whether it announces a feature beyond the common API. */
  readonly has: (resource: string) => boolean
  readonly hasFeature: (name: string) => boolean
}

interface VerbParts {
  readonly rights: PaletteRights
  readonly queryClient: QueryClient
  readonly databases: readonly ListedService[]
  readonly onInstanceSettings: () => void
}

/** Returns the actions that are available on any page, by the person's permissions, in groups. */
export function paletteGroups(parts: VerbParts): readonly PaletteGroup[] {
  const { tabs, hasFeature } = parts.rights
  return [
    {
      title: t.goToGroup,
      entries: [
        ...tabs.map((tab) =>
          entry({ kind: 'go', ...opening(tab, hasFeature) }, tab.title, tab.purpose, tabIcons[tab.name]),
        ),
        ...(tabs.some(({ name }) => name === 'config') ? configEntries(hasFeature) : []),
        ...reportViews(parts.rights),
        entry(go('/profile'), t.profile, t.profileHelp, <IconUser />),
        entry(go('/launchpad'), t.launchpad, t.launchpadHelp, <IconRocket />),
      ],
    },
    { title: commonWords.create, entries: creations(parts) },
    { title: tabWords.actions, entries: actions(parts) },
  ]
}

function reportViews({ tabs, hasFeature }: PaletteRights): readonly PaletteEntry[] {
  if (!tabs.some(({ name }) => name === 'reports')) return []
  return [
    ...(hasFeature('audit') ? [entry(go('/reports/audit'), t.auditTrail, t.auditHelp)] : []),
    ...(hasFeature('request-log')
      ? [entry(go('/reports/requests', { where: withoutConsole }), t.requests, t.requestsHelp)]
      : []),
  ]
}

function creations({ rights, queryClient, databases }: VerbParts): readonly PaletteEntry[] {
  const { tabs, locked, has } = rights
  if (locked) return []
  const fresh = localAddress(freshLocalId([]))
  const commands: readonly (readonly [TabName, string | null, string, PaletteAct, string?])[] = [
    ['services', 'service', 'service', go('/services/new'), t.connectDatabaseApi],
    ['apps', 'app', 'app', go('/apps/new'), t.apiKey],
    ['admins', 'admin', 'admin', go('/admins/new'), 'administrator'],
    ['users', 'user', 'user', go('/users/new'), 'person'],
    ['roles', 'role', 'role', go('/roles/new'), 'access'],
    ['scripts', 'event_script', 'script', go('/scripts'), 'event'],
    ['limits', 'limit', 'limit', go('/limits/new'), 'rate'],
    ['scheduler', 'scheduler', t.scheduledTask, go('/scheduler/new'), t.schedulerCron],
    ['config', 'email_template', t.emailTemplate, go(`/config/email-templates/${fresh}`), 'mail'],
    ['config', 'lookup', t.lookupKey, go(`/config/lookup-keys/${fresh}`), 'global'],
    ['config', 'cors', t.corsEntry, go(`/config/cors/${fresh}`), 'origin'],
    ...(databases.length === 0
      ? []
      : ([
          [
            'schema',
            null,
            'table',
            ask(
              databaseStage(queryClient, 'create-table', t.createTable, (service) =>
                go(`/schema/${encodeURIComponent(service)}/create`),
              ),
            ),
          ],
          [
            'data',
            null,
            'record',
            ask(
              tableStage(queryClient, databases, 'create-record', t.createRecord, (service, { recordsName }) =>
                go(rowsAddress(service, recordsName), { record: 'new' }),
              ),
            ),
            'row',
          ],
        ] as const)),
  ]
  return commands
    .filter(([tab, resource]) => tabs.some(({ name }) => name === tab) && (resource === null || has(resource)))
    .map(([, , what, act, words = '']) => ({
      id: `create-${what}`,
      label: t.create2({ what }),
      words: t.newAdd({ words }),
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
    words: t.themeWords,
    icon,
    act: { kind: 'do', run: () => chooseTheme(next) },
  })
  const all: readonly (PaletteEntry | false)[] = [
    stored &&
      opensTable !== null && {
        id: 'open-table',
        label: t.openTable,
        hint: t.tableRowsHelp,
        icon: <IconTable />,
        act: ask(tableStage(queryClient, databases, 'open-table', t.openTable, opensTable)),
      },
    stored &&
      sees('data') && {
        id: 'find-record',
        label: t.findRecord,
        hint: t.rowSearchHelp,
        words: t.rowSearch,
        icon: <IconSearch />,
        act: ask(
          tableStage(queryClient, databases, 'find-record', t.findRecord, (service, { recordsName }) =>
            ask({
              id: `find-record:${service}/${recordsName}`,
              title: recordsName,
              prompt: t.whichRecord,
              sources: [rowSource(queryClient, service, recordsName)],
            }),
          ),
        ),
      },
    stored &&
      sees('schema') && {
        id: 'draw-diagram',
        label: t.showDiagram,
        hint: t.diagramHelp,
        words: t.schemaErdDraw,
        icon: <IconHierarchy2 />,
        act: ask(
          databaseStage(queryClient, 'draw-diagram', t.showDiagram, (service) =>
            go(`/schema/${encodeURIComponent(service)}/diagram`),
          ),
        ),
      },
    sees('apidocs') && {
      id: 'open-operation',
      label: t.openApiOperation,
      hint: t.operationHelp,
      words: t.endpointDocsTry,
      icon: <IconBook2 />,
      act: ask(
        documentedStage(queryClient, 'open-operation', t.openApiOperation, (service) =>
          ask({
            id: `open-operation:${service}`,
            title: service,
            prompt: t.whichOperation,
            sources: [operationSource(queryClient, service)],
          }),
        ),
      ),
    },
    sees('roles') &&
      rights.hasFeature('explain-access') && {
        ...entry(go('/roles/explain'), t.explainAccess, t.explainAccessHelp),
        words: 'run',
        icon: <IconZoomQuestion />,
      },
    sees('apps') &&
      rights.has('app') && {
        id: 'copy-key',
        label: t.copyApiKey,
        hint: t.ofAnApp,
        icon: <IconCopy />,
        act: ask({ id: 'copy-key', title: t.copyApiKey, prompt: t.ofWhichApp, sources: [appKeySource] }),
      },
    sees('packages') &&
      !rights.locked && {
        ...entry(go('/package-manager', { view: 'import' }), t.importPackage, t.importPackageHelp),
        icon: tabIcons.packages,
      },
    theme(t.useDarkTheme, <IconMoon />, 'dark'),
    theme(t.useLightTheme, <IconSun />, 'light'),
    theme(t.useSystemTheme, <IconDeviceDesktop />, 'system'),
    rights.isAdmin && {
      id: 'instance-settings',
      label: t.instanceSettings,
      hint: t.instanceSettingsHelp,
      icon: <IconAdjustments />,
      act: { kind: 'do', run: onInstanceSettings },
    },
    entry(go('/logout'), t.logout, t.endYourSession, <IconLogout />),
  ]
  return all.filter((each) => each !== false)
}

/** Returns what opens a table where the person can see it: its rows, else its schema; `null` if neither. */
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
