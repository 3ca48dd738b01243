import { type AccessTab, accessTabs } from '@millwright/contract/access/tabs'
import { describe, expect, it } from 'vitest'
import { accessibleTabs, appsOfTabs, planRows, rowsOfTabs, type StoredTabRow, tabServices } from './tab-rules.ts'

const services = new Set(tabServices)
const written = (rows: readonly { service: string | null; component: string; verbMask: number }[]) =>
  rows.map(({ service, component, verbMask }) => `${service} '${component}' ${verbMask}`)
const stored = (tabs: readonly AccessTab[]): StoredTabRow[] =>
  rowsOfTabs(tabs).map((row, index) => ({ ...row, id: index + 1 }))

const always = [
  "system 'role/*' 1",
  "system '' 1",
  "system 'admin/*' 1",
  "system 'admin/profile' 31",
  "system 'admin/password' 31",
]

describe('access rows', () => {
  it.each<[AccessTab, readonly string[]]>([
    ['apps', ["system 'app/*' 31", "system 'service/*' 1"]],
    ['users', ["system 'user/*' 31", "system 'app/*' 1"]],
    ['services', ["system 'service_type/' 31", "system 'service/*' 31"]],
    ['apidocs', ["api_docs '*' 31"]],
    ['schema/data', ["db '*' 31"]],
    ['files', ["files '*' 31", "logs '*' 31"]],
    ['scripts', ["system 'event/*' 31", "system 'event_script/*' 31", "system 'script_type/*' 31"]],
    [
      'config',
      [
        "system 'custom/*' 31",
        "system 'cache/*' 31",
        "system 'cors/*' 31",
        "system 'email_template/*' 31",
        "system 'lookup/*' 31",
        "logs '*' 31",
        "email '*' 31",
      ],
    ],
    ['packages', ["system 'package/*' 31", "system 'app/*' 1", "logs '*' 3", "files '*' 3", "system '*' 1"]],
    [
      'limits',
      [
        "system 'limit/*' 31",
        "system 'limit_cache/*' 31",
        "system 'user/' 1",
        "system 'role/' 1",
        "system 'service/' 1",
      ],
    ],
    ['scheduler', ["system 'scheduler/*' 31"]],
    ['usage', ["system 'usage/*' 1", "system 'access_usage/*' 1", "system 'request_log/*' 1"]],
  ])('of the tab %s are returned once each, after those of every restricted administrator', (tab, rows) => {
    expect(written(rowsOfTabs([tab]))).toEqual([...always, ...rows])
  })

  it('without tabs are those of every restricted administrator', () => {
    expect(written(rowsOfTabs([]))).toEqual(always)
  })
})

describe('the apps of tabs', () => {
  it.each<[readonly AccessTab[], readonly string[]]>([
    [[], ['admin']],
    [['apidocs'], ['admin', 'api_docs']],
    [
      ['users', 'files'],
      ['admin', 'file_manager'],
    ],
  ])('%j are %j', (tabs, apps) => expect(appsOfTabs(tabs)).toEqual(apps))
})

describe('accessible tabs', () => {
  it.each(accessTabs)('of a role for %s include it, and removing its rows removes only that tab', (tab) => {
    expect(accessibleTabs(stored([tab]), services)).toContain(tab)
    expect(accessibleTabs(stored(accessTabs.filter((each) => each !== tab)), services)).toEqual(
      accessTabs.filter((each) => each !== tab),
    )
  })

  it('need every row with the same service, component and verbs', () => {
    const rows = stored(['files'])
    const only = (change: (row: StoredTabRow) => StoredTabRow) => accessibleTabs(rows.map(change), services)
    expect(only((row) => row)).toEqual(['files'])
    expect(only((row) => (row.service === 'logs' ? { ...row, verbMask: 15 } : row))).toEqual([])
    expect(only((row) => (row.service === 'logs' ? { ...row, component: '' } : row))).toEqual([])
    expect(only((row) => (row.service === 'logs' ? { ...row, service: null } : row))).toEqual([])
  })

  it('ignore rows of missing services, but need at least one other row', () => {
    const rows = stored(['files']).filter(({ service }) => service !== 'logs')
    expect(accessibleTabs(rows, new Set(['system', 'files']))).toEqual(['files'])
    expect(accessibleTabs(rows, new Set(['system']))).toEqual([])
  })
})

describe('changing tabs', () => {
  const after = (from: readonly AccessTab[], to: readonly AccessTab[], more: readonly StoredTabRow[] = []) => {
    const before = [...stored(from), ...more]
    const { add, remove } = planRows(before, to)
    return written([...before.filter(({ id }) => !remove.includes(id)), ...add]).sort()
  }

  it('results in the rows of the new tabs, whatever the previous ones were', () => {
    for (const from of accessTabs) {
      for (const to of accessTabs) {
        expect(after([from], [to])).toEqual(written(rowsOfTabs([to])).sort())
        expect(after([from, to], [from])).toEqual(written(rowsOfTabs([from])).sort())
      }
    }
  })

  it('changes nothing if the tabs are the same', () => {
    expect(planRows(stored(['apps', 'users']), ['users', 'apps'])).toEqual({ add: [], remove: [] })
  })

  it('keeps rows that belong to no tab', () => {
    const own = { id: 99, service: 'crm', component: '_table/*', verbMask: 1 }
    expect(after(['apps'], ['files'], [own])).toContain("crm '_table/*' 1")
  })
})
