import type { Page } from 'playwright-core'
import type { Shown } from './furnish.ts'
import { hostileNames } from './hostile-records.ts'
import { hostileText } from './hostile-texts.ts'

/** A page that shows hostile texts. */
export interface HostileScreen {
  readonly path: string
  /** Steps to run in order after the page has loaded. */
  readonly steps?: readonly ((page: Page) => Promise<unknown>)[]
  /** Tags of the texts that must be visible once the page has loaded: a screen that does not show its text proves nothing. */
  readonly texts: readonly string[]
  /** Text that identifies the page if it shows no hostile text. */
  readonly words?: string
  /** The texts are in a dialog over the page. */
  readonly over?: true
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const tab = (name: string) => (page: Page) =>
  page
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .first()
    .click()
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first().click()
const part = encodeURIComponent

/** Pages for people who are not signed in. */
export const hostileOpenScreens: readonly HostileScreen[] = [
  { path: '/login', texts: ['provider', 'instance'] },
  ...['/login', '/register', '/register-complete', '/register-confirm', '/user-invite', '/reset-password'].map(
    (path) => ({
      path: `${path}?${addressed(['code', 'email', 'username', 'to', 'error', 'error_description', 'admin'])}`,
      texts: ['instance'],
    }),
  ),
]

function addressed(names: readonly string[]): string {
  return names.map((name) => `${name}=${part(hostileText('address', 100))}`).join('&')
}

/** All tabs with their editors, and malformed addresses. */
export function hostileScreens(ids: Shown): readonly HostileScreen[] {
  const { database, table, column, remote, event, folder, file, picture } = hostileNames
  const tableAt = `/schema/${database}/table/${part(table)}`
  const text = part(hostileText('address', 100))
  const folderAt = `/file-manager?path=${part(`/files/${folder}/`)}`
  const opened = (list: string, tag: string, tabs: readonly [string, string][] = []): HostileScreen[] => [
    { path: list.slice(0, list.lastIndexOf('/')), texts: [tag] },
    { path: list, texts: [tag], over: true },
    ...tabs.map(([name, shown]) => ({ path: list, steps: [tab(name)], texts: [shown], over: true as const })),
  ]
  return [
    { path: '/home', texts: ['instance', 'self'] },
    { path: '/home', steps: [button(/^Notifications/)], texts: ['news'] },
    { path: '/launchpad', texts: ['app'] },
    { path: '/profile', texts: ['self'] },
    ...opened(`/admins/${ids.admin}`, 'admin', [['Lookup Keys', 'admin']]),
    ...opened(`/users/${ids.user}`, 'user', [
      ['Roles', 'role'],
      ['Lookup Keys', 'user'],
    ]),
    ...opened(`/services/${ids.database}`, 'service'),
    ...opened(`/services/${ids.remote}`, 'service', [
      ['Config', 'service'],
      ['Service Definition', 'definition'],
    ]),
    ...opened(`/apps/${ids.app}`, 'app'),
    ...opened(`/roles/${ids.role}`, 'role', [
      ['Access', 'role'],
      ['Lookup Keys', 'role'],
    ]),
    { path: `/roles/explain?app=${ids.app}&verb=GET&path=${text}`, texts: ['address'] },
    { path: '/apidocs', texts: ['service'] },
    { path: `/apidocs/${remote}/hostile`, texts: ['definition'] },
    { path: `/apidocs/${remote}/hostile?view=try`, texts: ['definition'] },
    { path: `/apidocs/${remote}/hostile?view=code`, texts: ['definition'] },
    { path: `/schema/${database}`, texts: ['table'] },
    { path: tableAt, texts: ['table', 'column'] },
    { path: `${tableAt}/field/${part(column)}`, texts: ['column'], over: true },
    { path: `/schema/${database}/diagram`, texts: ['table', 'column'] },
    { path: `/data/${database}`, texts: ['table'] },
    { path: `/data/${database}/${part(table)}`, texts: ['column', 'row'] },
    { path: '/data/sample/tag', steps: [button('Views')], texts: ['view'] },
    { path: `/data/${database}/${part(table)}?record=1`, texts: ['column', 'row'], over: true },
    { path: '/file-manager', texts: [], words: 'Manage the files of file services.' },
    { path: folderAt, texts: ['folder', 'file', 'picture'] },
    { path: `${folderAt}&file=${part(file)}`, texts: ['content'], over: true },
    { path: `${folderAt}&file=page.html`, texts: ['content'], over: true },
    { path: `${folderAt}&file=${part(picture)}`, texts: ['picture'], over: true },
    { path: `/scripts/${event}`, texts: ['script'] },
    { path: `/scripts/${event}`, steps: [button('Run')], texts: ['thrown'] },
    { path: '/config', texts: [], words: 'Copy all as text' },
    { path: '/config/cache', texts: ['service'] },
    { path: '/config/cors', texts: ['cors'] },
    { path: `/config/cors/${ids.cors}`, texts: ['cors'] },
    { path: '/config/email-templates', texts: ['template'] },
    { path: `/config/email-templates/${ids.template}`, texts: ['template'] },
    { path: '/config/lookup-keys', texts: [], words: 'hostile_key' },
    { path: `/config/lookup-keys/${ids.lookup}`, texts: ['lookup'] },
    { path: '/config/outbox', texts: ['mail'] },
    { path: '/config/outbox', steps: [link(/ran\('mail'/)], texts: ['mail'] },
    { path: '/config/outbox', steps: [link(/ran\('mail'/), tab('Text')], texts: ['mail'] },
    { path: '/config/webhooks', texts: ['webhook'] },
    { path: `/config/webhooks/${ids.webhook}`, texts: ['webhook'] },
    { path: '/config/two-step', texts: [], words: 'Require a second step' },
    { path: '/custom-apis', texts: ['api'] },
    ...['', '?section=access', '?section=settings'].map((at) => ({
      path: `/custom-apis/${ids.api}${at}`,
      texts: ['api'],
    })),
    { path: `/custom-apis/${ids.api}/${ids.endpoint}`, texts: ['endpoint'] },
    { path: `/services/${ids.assistant}?section=tools`, texts: ['tool'], over: true },
    { path: String(ids.consent), texts: ['client'] },
    { path: `/device?code=${ids.code}`, steps: [button('Continue')], texts: ['client'] },
    { path: '/roles/requests', texts: ['asked'], over: true },
    { path: '/profile', texts: ['token'] },
    { path: '/package-manager', steps: [(page) => page.getByLabel('Search').fill('ran(')], texts: ['role', 'app'] },
    ...opened(`/limits/${ids.limit}`, 'limit', [['Counter', 'limit']]),
    ...opened(`/scheduler/${ids.task}`, 'task', [
      ['Config', 'task'],
      ['Runs', 'task'],
    ]),
    { path: `/scheduler/${ids.failed}`, steps: [tab('Log')], texts: ['thrown'], over: true },
    { path: `/scheduler/${ids.failed}`, steps: [tab('Runs')], texts: ['thrown'], over: true },
    { path: '/reports', texts: [], words: 'Service created' },
    { path: '/reports/audit', texts: ['limit'] },
    { path: `/users?filter=${text}`, texts: [], words: 'Clear search' },
    { path: `/users/${text}`, texts: ['user'] },
    ...[
      `/apidocs/${text}/${text}`,
      `/schema/${text}/table/${text}/field/${text}`,
      `/data/${text}/${text}?filter=${text}`,
      `/file-manager?path=/files/${text}&file=${text}&find=${text}`,
      `/scripts/${text}?find=${text}`,
    ].map((path) => ({ path, texts: ['address'] })),
    { path: `/config/${text}/${text}`, texts: [], words: 'Nothing to show.' },
    { path: `/reports/audit/${text}`, texts: ['limit'] },
    // Last, as the dialog stays open.
    {
      path: '/home',
      steps: [button(/^Search or jump to/), (page) => page.keyboard.type('ran(')],
      texts: ['role'],
      over: true,
    },
  ]
}
