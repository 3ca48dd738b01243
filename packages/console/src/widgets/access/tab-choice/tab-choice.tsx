import { type AccessTab, accessTabs, allTabs, extraTabs } from '@millwright/contract/access/tabs'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'
import styles from './tab-choice.module.css'

interface TabChoiceProps {
  readonly offered: readonly AccessTab[]
  readonly tabs: readonly AccessTab[]
  readonly onChange: (tabs: readonly AccessTab[]) => void
}

/** Checkboxes for tabs, with one for all of them. */
export function TabChoice({ offered, tabs, onChange }: TabChoiceProps) {
  // Extra tabs are not needed for unrestricted access.
  const common = accessTabs.filter((tab) => offered.includes(tab))
  const every = (common.length > 0 ? common : offered).every((tab) => tabs.includes(tab))
  return (
    <>
      <Checkbox
        label={tabWords.selectAll}
        value={every}
        mixed={!every && tabs.length > 0}
        onChange={() => onChange(every ? [] : offered)}
      />
      <div className={styles.tabs}>
        {offered.map((tab) => (
          <Checkbox
            key={tab}
            label={tabLabel(tab)}
            value={tabs.includes(tab)}
            onChange={(on) => onChange(withTab(tabs, tab, on))}
          />
        ))}
      </div>
    </>
  )
}

/** Returns the label of a tab. */
export function tabLabel(tab: AccessTab): string {
  const labels: Readonly<Record<AccessTab, string>> = {
    apps: commonWords.apps,
    users: commonWords.users,
    services: commonWords.services,
    apidocs: t.apiDocs,
    'schema/data': t.schemaData,
    files: t.files,
    scripts: commonWords.scripts,
    config: t.config,
    packages: t.packages,
    limits: t.limits,
    scheduler: t.scheduler,
    usage: t.usage,
    'data-history': t.dataHistory,
    webhooks: t.webhooks,
  }
  return labels[tab]
}

/** Returns the tabs that an instance with these features can grant: common ones, and extra ones by the name of the feature. */
export function offeredTabs(hasFeature: (name: string) => boolean): readonly AccessTab[] {
  return [...accessTabs, ...extraTabs.filter(hasFeature)]
}

/** Whether the tabs are unrestricted access: extra ones are not required. */
export function isEveryTab(tabs: readonly AccessTab[]): boolean {
  return accessTabs.every((tab) => tabs.includes(tab))
}

/** Returns the known tabs among those that a role grants; all if the instance does not report them. */
export function grantedTabs(accessible: readonly string[] | undefined): readonly AccessTab[] {
  return accessible ? allTabs.filter((tab) => accessible.includes(tab)) : accessTabs
}

/** Adds or removes a tab, keeping the order of the API. */
export function withTab(tabs: readonly AccessTab[], tab: AccessTab, on: boolean): AccessTab[] {
  return allTabs.filter((each) => (each === tab ? on : tabs.includes(each)))
}

/** The tabs that a role grants. */
export function tabsOfRoleQuery(id: number) {
  return queryOptions({
    queryKey: [...collectionKey('system/role'), 'tabs', id] as const,
    queryFn: async ({ signal }) => {
      const params = { accessible_tabs: true }
      const { data } = await send({ verb: 'GET', path: `system/role/${id}`, params, signal })
      return grantedTabs(data.accessible_tabs)
    },
    staleTime: 0,
  })
}
