import { dataOpenings } from './data-openings.ts'
import { dialog, editorOf, item, longest, more, type Opening, save, titled } from './opening.ts'
import { button, field } from './screen.ts'

const service = ['features/services/service-editor.tsx', 'features/services/service-form.tsx']
const entryForm = ['features/config/entries/entry-form.tsx']
const folder = '/file-manager?path=/files/shown/'
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
  {
    name: 'a new access token',
    tab: '/home',
    of: ['features/profile/password-dialog.tsx'],
    path: '/profile',
    press: [(page) => page.getByRole('region', { name: 'Access tokens' }).getByRole('button', { name: 'Create…' })],
    shown: dialog,
  },

  ...editorOf('/admins', 'system/admin', ['features/admins/admin-editor.tsx']),
  ...editorOf('/users', 'system/user', ['features/users/user-editor.tsx']),
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
    name: 'rotation of a key',
    tab: '/apps',
    of: ['features/apps/rotate-dialog.tsx'],
    path: longest('system/app', (id) => `/apps/${id}`),
    press: [button('Rotate…')],
    shown: titled(/^Rotate the API key/),
  },
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
    of: ['widgets/files/folder-tree/folder-chooser.tsx'],
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
    name: 'row filter of a role',
    tab: '/roles',
    of: ['features/roles/access-matrix.tsx'],
    path: '/roles/new?section=access',
    press: [
      button('Components of sample'),
      // Phones have no boxes of single verbs.
      (page) => page.getByRole('group', { name: /sample _table\/contact$/ }).getByRole('radio', { name: 'Read' }),
      button('Filter rows of sample _table/contact'),
    ],
    shown: titled(/^Filter rows of/),
  },
  {
    name: 'access requests',
    tab: '/roles',
    of: ['features/roles/requests/requests-panel.tsx'],
    path: '/roles/requests',
    shown: dialog,
  },
  {
    name: 'explain access',
    tab: '/roles',
    of: ['features/roles/explain/explain-panel.tsx'],
    path: '/roles/explain',
    shown: dialog,
  },
  ...dataOpenings,

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
  {
    name: 'a new custom API',
    tab: '/custom-apis',
    of: ['features/custom-apis/new-api.tsx'],
    path: '/custom-apis',
    press: [button('New API')],
    shown: titled('New API'),
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
    of: ['widgets/list/record-list/bulk-edit-dialog.tsx'],
    path: '/users',
    press: [(page) => page.getByRole('grid').getByRole('checkbox').first(), button('Edit a field')],
    shown: dialog,
    atLeast: 700,
  },
  {
    name: 'a view of a list',
    tab: '/users',
    of: ['widgets/list/record-list/save-view-dialog.tsx'],
    path: '/users',
    press: [button('Views'), item('Save this view…')],
    shown: dialog,
  },
]

/** Panels and dialogs that no opening opens, with the reason. Their frame is that of the others. */
export const notOpened: Readonly<Record<string, string>> = {
  'features/custom-apis/api/settings-pane.tsx': 'belongs to a custom API, which its own journey makes',
  'features/custom-apis/endpoint-form.tsx': 'belongs to a custom API, which its own journey makes',
  'features/login/second-step-window.tsx': 'appears when someone signs in',
  'features/login/sign-in-again.tsx': 'appears when a session ends',
  'features/profile/two-step/result-dialogs.tsx': 'shows what a dialog created',
  'widgets/access/access-requests/ask-dialog.tsx': 'opens for people whose role does not allow everything',
  'widgets/code/code-host/code-host-dialog.tsx': 'opens where a code host is configured',
  'widgets/files/transfers/conflict-dialog.tsx': 'appears during an upload',
  'widgets/form/credentials/recovery-codes-dialog.tsx': 'shows what a dialog created',
  'widgets/list/record-list/progress-dialog.tsx': 'appears while many records are changed',
  'widgets/list/record-list/shortcuts-dialog.tsx': 'opens with a key',
}

/** Tabs that open nothing over themselves. */
export const withoutPanels: Readonly<Record<string, string>> = {
  '/apidocs': 'a page for each operation',
  '/package-manager': 'three panes',
}
