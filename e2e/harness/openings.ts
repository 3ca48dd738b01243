import type { Locator, Page } from 'playwright-core'
import { button, field } from './screen.ts'

/** Finds records of the instance that is looked at. */
export interface Places {
  /** The id of the record in a collection that is longest as JSON. */
  longest(path: string): Promise<string>
}

/** How a panel or dialog is opened. */
export interface Opening {
  readonly name: string
  /** The tab that it belongs to. */
  readonly tab: string
  /** The files that render it, in `packages/console/src`. */
  readonly of: readonly string[]
  readonly path: string | ((places: Places) => Promise<string>)
  /** What to press after the page has loaded. */
  readonly press?: readonly ((page: Page) => Locator)[]
  readonly shown: (page: Page) => Locator
  /** Width of the window, if it exists only in narrow or wide ones. */
  readonly atMost?: number
  readonly atLeast?: number
}

const dialog = (page: Page) => page.getByRole('dialog')
const titled = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
const item = (name: string | RegExp) => (page: Page) => page.getByRole('menuitem', { name })
const save = (page: Page) => page.getByRole('button', { name: /^(Save|Update)$/ }).last()
const saveInPanel = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })
const more = button('More')
const longest =
  (collection: string, path: (id: string) => string) =>
  async (places: Places): Promise<string> =>
    path(await places.longest(collection))

/** The editor of a kind of system records: its longest record, and a new one. */
function editorOf(tabPath: string, collection: string, of: readonly string[], query = ''): Opening[] {
  const name = tabPath.slice(1)
  return [
    {
      name: `longest of ${name}`,
      tab: tabPath,
      of,
      path: longest(collection, (id) => `${tabPath}/${id}${query}`),
      shown: save,
    },
    { name: `new of ${name}`, tab: tabPath, of, path: `${tabPath}/new`, shown: dialog },
  ]
}

const record = ['features/data/record-panel.tsx']
const service = ['features/services/service-editor.tsx', 'features/services/service-form.tsx']
const entryForm = ['features/config/entries/entry-form.tsx']
const fieldEditor = ['features/schema/table-view.tsx', 'features/schema/field-editor.tsx']
const folder = '/file-manager?path=/files/shown/'
const wide = '/schema/db/table/wide'
const script = '/scripts/sample._table.tag.post.pre_process'

export const openings: readonly Opening[] = [
  {
    name: 'navigation',
    tab: '/home',
    of: ['app/frame/frame.tsx'],
    path: '/home',
    press: [button('Open navigation')],
    shown: dialog,
    atMost: 600,
  },
  {
    name: 'settings of the instance',
    tab: '/home',
    of: ['features/instance-settings/instance-settings.tsx'],
    path: '/home',
    press: [(page) => page.getByRole('button', { name: /^Your account/ }), item(/^Instance settings/)],
    shown: dialog,
  },

  ...editorOf('/admins', 'system/admin', ['features/people/person-editor.tsx']),
  ...editorOf('/users', 'system/user', ['features/people/person-form.tsx']),
  ...editorOf('/services', 'system/service', service, '?section=config'),
  {
    name: 'the user service',
    tab: '/services',
    of: service,
    path: longest('system/service?filter=name=user', (id) => `/services/${id}?section=config`),
    shown: save,
  },
  {
    name: 'a new database',
    tab: '/services',
    of: service,
    path: '/services/new?type=pgsql&section=config',
    shown: save,
  },
  ...editorOf('/apps', 'system/app', ['features/apps/app-editor.tsx']),
  {
    name: 'import of an app',
    tab: '/apps',
    of: ['features/apps/import-panel.tsx'],
    path: '/apps/import',
    shown: dialog,
  },
  {
    name: 'folder of an app',
    tab: '/apps',
    of: ['widgets/folder-tree/folder-chooser.tsx'],
    path: '/apps/new',
    press: [field('On a provisioned file storage service.'), button('Choose a folder')],
    shown: titled('Folder of the app'),
  },
  ...editorOf('/roles', 'system/role', ['features/roles/role-editor.tsx']),
  {
    name: 'access of a role',
    tab: '/roles',
    of: ['features/roles/role-editor.tsx'],
    path: longest('system/role', (id) => `/roles/${id}?section=access`),
    shown: save,
  },
  {
    name: 'explain access',
    tab: '/roles',
    of: ['features/roles/explain/explain-panel.tsx'],
    path: '/roles/explain',
    shown: dialog,
  },

  {
    name: 'the longest record',
    tab: '/data',
    of: record,
    path: longest('sample/_table/product', (id) => `/data/sample/product?record=${id}`),
    shown: saveInPanel,
  },
  {
    name: 'an order',
    tab: '/data',
    of: record,
    path: longest('sample/_table/sales_order', (id) => `/data/sample/sales_order?record=${id}`),
    shown: saveInPanel,
  },
  {
    name: 'related records',
    tab: '/data',
    of: record,
    path: '/data/sample/customer?record=1&section=related',
    shown: dialog,
  },
  { name: 'a new record', tab: '/data', of: record, path: '/data/sample/customer?record=new', shown: save },
  { name: 'a record of forty fields', tab: '/data', of: record, path: '/data/db/wide?record=1', shown: save },
  {
    name: 'visible fields of forty',
    tab: '/data',
    of: ['features/data/record-dialogs.tsx'],
    path: '/data/db/wide',
    press: [button('Fields')],
    shown: dialog,
  },
  {
    name: 'a saved view',
    tab: '/data',
    of: ['features/data/views/view-dialog.tsx'],
    path: '/data/sample/tag',
    press: [button('Views'), item('Save as a view…')],
    shown: dialog,
  },
  {
    name: 'a referenced record',
    tab: '/data',
    of: ['features/data/reference-lookup.tsx'],
    path: '/data/sample/sales_order?record=1',
    press: [
      (page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Look up/ })
          .first(),
    ],
    shown: titled(/^Look up/),
  },
  {
    name: 'an import of forty fields',
    tab: '/data',
    of: ['widgets/import/import-dialog.tsx'],
    path: '/data/db/wide',
    press: [more, item('Import…')],
    shown: dialog,
  },
  {
    name: 'an export of forty fields',
    tab: '/data',
    of: ['widgets/export/export-dialog.tsx'],
    path: '/data/db/wide',
    press: [more, item('Export…')],
    shown: dialog,
  },

  {
    name: 'a table of forty fields',
    tab: '/schema',
    of: ['features/schema/table-editor.tsx'],
    path: wide,
    shown: save,
  },
  { name: 'a field', tab: '/schema', of: fieldEditor, path: `${wide}/field/field_39`, shown: save },
  { name: 'a new field', tab: '/schema', of: fieldEditor, path: `${wide}/new-field`, shown: dialog },
  {
    name: 'a new relation',
    tab: '/schema',
    of: ['features/schema/relation-panel.tsx'],
    path: `${wide}/new-relation`,
    shown: dialog,
  },
  {
    name: 'a new table',
    tab: '/schema',
    of: ['features/schema/new-table.tsx'],
    path: '/schema/db/create',
    shown: save,
  },
  {
    name: 'an upload',
    tab: '/schema',
    of: ['features/schema/upload-view.tsx'],
    path: '/schema/db/upload',
    shown: save,
  },
  {
    name: 'a contract',
    tab: '/schema',
    of: ['features/schema/contract/contract-panel.tsx'],
    path: wide,
    press: [button('Contract')],
    shown: dialog,
  },
  {
    name: 'the history of a table',
    tab: '/schema',
    of: ['widgets/data-history/history-panel.tsx'],
    path: wide,
    press: [button('History')],
    shown: dialog,
  },
  {
    name: 'dropping a table',
    tab: '/schema',
    of: ['confirm/confirm-dialog.tsx'],
    path: wide,
    press: [button('Drop')],
    shown: (page) => page.getByRole('alertdialog'),
  },

  {
    name: 'a text file',
    tab: '/file-manager',
    of: ['features/files/preview/file-panel.tsx', 'features/files/preview/text-editor.tsx'],
    path: `${folder}&file=long.txt`,
    shown: save,
  },
  {
    name: 'details of a file',
    tab: '/file-manager',
    of: ['features/files/details-dialog.tsx'],
    path: `${folder}&file=long.txt`,
    press: [button('Details')],
    shown: (page) => page.locator('[data-window]'),
  },
  {
    name: 'a new folder',
    tab: '/file-manager',
    of: ['features/files/entry-dialogs.tsx'],
    path: folder,
    press: [button('New'), item('Folder…')],
    shown: dialog,
  },
  {
    name: 'a zip',
    tab: '/file-manager',
    of: ['features/files/unpack-dialog.tsx'],
    path: folder,
    press: [more, item(/zip…/)],
    shown: dialog,
  },
  {
    name: 'a file from elsewhere',
    tab: '/file-manager',
    of: ['features/files/address-dialog.tsx'],
    path: folder,
    press: [more, item('Fetch from URL…')],
    shown: dialog,
  },

  { name: 'a script', tab: '/scripts', of: ['features/scripts/script-view.tsx'], path: script, shown: save },
  {
    name: 'samples',
    tab: '/scripts',
    of: ['features/scripts/samples-dialog.tsx'],
    path: script,
    press: [button('Samples')],
    shown: dialog,
  },
  {
    name: 'source control',
    tab: '/scripts',
    of: ['features/scripts/source-dialog.tsx'],
    path: script,
    press: [button('Source control')],
    shown: dialog,
  },

  { name: 'a CORS entry', tab: '/config', of: entryForm, path: '/config/cors/new-1', shown: save },
  {
    name: 'a template',
    tab: '/config',
    of: entryForm,
    path: longest('system/email_template', (id) => `/config/email-templates/${id}`),
    shown: save,
  },
  ...editorOf('/limits', 'system/limit', ['features/limits/limit-editor.tsx']),
  ...editorOf('/scheduler', 'system/scheduler', ['features/scheduler/task-editor.tsx'], '?section=config'),
  {
    name: 'a service report',
    tab: '/reports',
    of: ['features/reports/reports-screen.tsx'],
    path: longest('system/service_report', (id) => `/reports/${id}`),
    shown: dialog,
  },
  {
    name: 'a change',
    tab: '/reports',
    of: ['features/reports/audit-panel.tsx'],
    path: longest('system/audit', (id) => `/reports/audit/${id}`),
    shown: dialog,
  },
  {
    name: 'a request',
    tab: '/reports',
    of: ['features/reports/requests/request-panel.tsx'],
    path: longest('system/request_log', (id) => `/reports/requests/${id}`),
    shown: dialog,
  },
  {
    name: 'editing several users',
    tab: '/users',
    of: ['widgets/record-list/bulk-edit-dialog.tsx'],
    path: '/users',
    press: [(page) => page.getByRole('grid').getByRole('checkbox').first(), button('Edit a field')],
    shown: dialog,
    atLeast: 700,
  },
  {
    name: 'a view of a list',
    tab: '/users',
    of: ['widgets/record-list/save-view-dialog.tsx'],
    path: '/users',
    press: [button('Views'), item('Save this view…')],
    shown: dialog,
  },
]

/** Panels and dialogs that no opening opens, with the reason. Their frame is that of the others. */
export const notOpened: Readonly<Record<string, string>> = {
  'features/files/conflict-dialog.tsx': 'appears during an upload',
  'features/login/second-step-window.tsx': 'appears when someone signs in',
  'features/login/sign-in-again.tsx': 'appears when a session ends',
  'features/profile/two-step/opened-window.tsx': 'opens where a second step is enabled',
  'features/profile/two-step/result-dialogs.tsx': 'shows what a dialog created',
  'widgets/code-host/code-host-dialog.tsx': 'opens where a code host is configured',
  'widgets/credentials/recovery-codes-dialog.tsx': 'shows what a dialog created',
  'widgets/record-list/progress-dialog.tsx': 'appears while many records are changed',
  'widgets/record-list/shortcuts-dialog.tsx': 'opens with a key',
}

/** Tabs that open nothing over themselves. */
export const withoutPanels: Readonly<Record<string, string>> = {
  '/apidocs': 'a page for each operation',
  '/package-manager': 'two panes',
}
