import { isYes } from '@millwright/connector/request'
import { type AccessTab, allTabs } from '@millwright/contract/access/tabs'
import { invalid } from '@millwright/contract/problem'
import { hasEveryTab } from '../../../access/tab-rules.ts'

/** How a request changes an administrator's tabs; `null`: not at all. */
export type TabCommand = { readonly kind: 'restrict'; readonly tabs: readonly AccessTab[] } | { readonly kind: 'free' }

/** Tabs of other servers that are accepted, but need no rows here. */
const elsewhere = new Set(['roles'])

/**
 * Reads `is_restricted_admin` and `access_by_tabs`; in an imported file, the tabs are JSON or a comma-separated list. Throws a
 * 400 for unknown tabs.
 */
export function readTabCommand(body: Readonly<Record<string, unknown>>): TabCommand | null {
  if (!isYes(String(body.is_restricted_admin ?? ''))) return null
  const given = body.access_by_tabs ?? []
  const names = typeof given === 'string' ? namesIn(given) : given
  if (!Array.isArray(names)) throw refused('access_by_tabs must be a list of tabs.')
  const unknown = names.filter((name) => !isTab(name) && !elsewhere.has(String(name)))
  if (unknown.length > 0) throw refused(`access_by_tabs names unknown tabs: ${unknown.map(String).join(', ')}.`)
  const tabs = names.filter(isTab)
  return hasEveryTab(tabs) ? { kind: 'free' } : { kind: 'restrict', tabs }
}

const isTab = (name: unknown): name is AccessTab => allTabs.some((tab) => tab === name)

const refused = (message: string) => invalid({ access_by_tabs: [message] })

function namesIn(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
  }
}
