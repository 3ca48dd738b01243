import { visibleTabs } from './navigation.ts'
import { useStanding } from './standing.ts'
import { type Tab, type TabName, tabs } from './tabs.ts'

/** The tabs that the person sees, of those that are built. */
export function useVisibleTabs(): (Tab & { name: TabName })[] {
  const standing = useStanding()
  if (!standing) return []
  return visibleTabs(standing)
    .map((name) => ({ name, ...tabs[name] }))
    .filter((tab) => tab.screen !== undefined)
}
