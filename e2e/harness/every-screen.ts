import { long, type Shown } from './furnish.ts'
import { button, field, heading, inEditor, type Screen, tab } from './screen.ts'
import { editor, rowOf } from './screens.ts'
import { tableScreens } from './table-screens.ts'

/** All pages that do not require signing in. */
export const openScreens: readonly Screen[] = [
  { name: 'Login', path: '/login', shown: button('Login') },
  {
    name: 'a forgotten password',
    path: '/login',
    press: [button('Forgot Password')],
    shown: heading('Password Reset'),
  },
  { name: 'Register', path: '/register', shown: heading('Register') },
  { name: 'Register, incomplete', path: '/register', press: [button('Register')], shown: field(/^Email/) },
  { name: 'registered', path: '/register-complete', shown: heading('Registration Success') },
  { name: 'a confirmation', path: '/register-confirm?code=X', shown: heading('Registration Confirmation') },
  { name: 'an invitation', path: '/user-invite?code=X', shown: heading('Invitation Confirmation') },
  { name: 'a reset', path: '/reset-password?code=X', shown: heading('Reset Password') },
]

/** All tabs with their editors, in groups that are checked together. */
export function tabScreens(ids: Shown): Readonly<Record<string, readonly Screen[]>> {
  const list = (path: string, row: string): Screen => ({ name: path, path, shown: (page) => rowOf(page, row).first() })
  const noMatch = (path: string): Screen => ({
    name: `${path} without a match`,
    path: `${path}?filter=nobody-of-that-name`,
    shown: button('Clear search'),
  })
  return {
    'Home, LaunchPad and Profile': [
      { name: 'Home', path: '/home', shown: heading('Home') },
      { name: 'LaunchPad', path: '/launchpad', shown: heading('LaunchPad') },
      { name: 'Profile', path: '/profile', shown: field('Phone') },
    ],
    Admins: [
      list('/admins', 'ada@example.com'),
      noMatch('/admins'),
      { name: 'an admin', path: '/admins/1', shown: inEditor('Phone') },
      { name: 'a new admin', path: '/admins/new', shown: inEditor('Send Email Invite') },
    ],
    Users: [
      list('/users', 'very-long'),
      noMatch('/users'),
      { name: 'a user', path: `/users/${ids.user}`, shown: inEditor('Phone') },
      {
        name: 'roles of a user',
        path: `/users/${ids.user}`,
        press: [tab('Roles')],
        shown: (page) => page.getByRole('button', { name: /^Remove the role/ }),
      },
      {
        name: 'lookup keys of a user',
        path: `/users/${ids.user}`,
        press: [tab('Lookup Keys')],
        shown: field('Name of key 1'),
      },
      { name: 'a new user, incomplete', path: '/users/new', press: [button('Save')], shown: inEditor('Set Password') },
    ],
    Services: [
      { name: 'the kinds of services', path: '/services/new', shown: button('Close') },
      {
        name: 'a new service, incomplete',
        path: '/services/new?type=smtp_email&section=config',
        press: [button('Add to Parameters'), button('Save')],
        shown: (page) => page.getByRole('listitem', { name: 'Row 1 of Parameters' }),
      },
      { name: 'a database', path: `/services/${ids.service}`, shown: field('Description') },
    ],
    Assistants: [
      {
        name: 'what assistants see',
        path: `/services/${ids.assistant}?section=tools`,
        press: [button('Call')],
        shown: (page) => page.getByLabel('What the assistant sees'),
      },
      {
        name: 'how clients connect',
        path: `/services/${ids.assistant}?section=connect`,
        shown: (page) => page.getByText(/\/mcp\/assistant/).first(),
      },
      { name: 'a client that asks', path: String(ids.consent), shown: button('Allow') },
      { name: 'a code', path: '/device', shown: button('Continue') },
      {
        name: 'a device that asks',
        path: `/device?code=${ids.code}`,
        press: [button('Continue')],
        shown: button('Allow'),
      },
    ],
    Apps: [
      list('/apps', long.slice(0, 30)),
      noMatch('/apps'),
      { name: 'an app', path: `/apps/${ids.app}`, shown: inEditor('Description') },
      {
        name: 'a new app with files',
        path: '/apps/new',
        press: [field('On a provisioned file storage service.')],
        shown: inEditor('Storage Folder'),
      },
      {
        name: 'an import',
        path: '/apps',
        press: [(page) => page.getByRole('link', { name: 'Import' })],
        shown: inEditor(/^Package/),
      },
    ],
    Roles: [
      list('/roles', long.slice(0, 30)),
      noMatch('/roles'),
      { name: 'a role', path: `/roles/${ids.role}`, shown: inEditor('Description') },
      {
        name: 'rules',
        path: `/roles/${ids.role}`,
        press: [tab('Access'), (page) => page.getByRole('radio', { name: 'Rules' })],
        shown: button('Delete rule 1'),
      },
      {
        name: 'the matrix',
        path: `/roles/${ids.role}`,
        press: [tab('Access')],
        shown: (page) => page.getByText('Full', { exact: true }).first(),
      },
      {
        name: 'an explanation',
        path: `/roles/explain?app=${ids.app}&verb=GET&path=system/lookup`,
        shown: (page) => page.getByRole('region', { name: 'Explanation' }),
      },
    ],
    'API Docs': [
      {
        name: 'a service',
        path: '/apidocs/sample',
        shown: (page) => page.getByRole('status').filter({ hasText: / operations$/ }),
      },
      {
        name: 'an operation',
        path: '/apidocs/sample/createSampleSalesOrderRecords',
        shown: (page) => page.getByRole('button', { name: /^resource/ }).first(),
      },
      {
        name: 'a tried call',
        path: '/apidocs/sample/getSampleTagRecords?view=try',
        press: [button('Send')],
        shown: (page) => page.getByRole('textbox', { name: /^Response/ }),
      },
    ],
    ...tableScreens(ids),
    Files: [
      {
        name: 'the file services',
        path: '/file-manager',
        shown: (page) => page.getByRole('link', { name: /^Files files/ }),
      },
      {
        name: 'chosen files',
        path: '/file-manager?path=/files/shown/',
        press: [field('Select all')],
        shown: (page) => page.getByText('3 selected'),
      },
      {
        name: 'where files are moved to',
        path: '/file-manager?path=/files/shown/',
        press: [button('Actions for a.js'), (page) => page.getByRole('menuitem', { name: /^Move/ })],
        shown: (page) => page.getByRole('dialog').getByRole('treeitem', { name: 'shown' }),
      },
    ],
    Scripts: [
      { name: 'the beginning of a script', path: '/scripts', shown: button('Open script') },
      {
        name: 'events of a service',
        path: '/scripts?service=sample',
        shown: (page) => page.getByRole('link', { name: 'sample._table.{table_name}', exact: true }),
      },
      {
        name: 'events that were searched for',
        path: '/scripts?find=tag%20post.pre',
        shown: (page) => page.getByRole('link', { name: 'sample._table.tag.post.pre_process' }),
      },
      {
        name: 'a script',
        path: '/scripts/db._table.tag.post.pre_process',
        press: [button('Run')],
        shown: (page) => page.getByText('The script changed nothing.'),
      },
    ],
    'Custom APIs': [
      { name: 'Custom APIs', path: '/custom-apis', shown: (page) => page.getByRole('link', { name: /^A name/ }) },
      {
        name: 'endpoints of an API',
        path: `/custom-apis/${ids.api}`,
        shown: (page) => page.getByRole('link', { name: /^GET/ }),
      },
      {
        name: 'an endpoint',
        path: `/custom-apis/${ids.api}/${ids.endpoint}`,
        shown: (page) => page.getByRole('checkbox', { name: 'id' }).first(),
      },
      {
        name: 'a new endpoint with a transform',
        path: `/custom-apis/${ids.api}/new?start=insert&service=sample&table=tag`,
        press: [button('Transform a result')],
        shown: button('Add operation'),
      },
      { name: 'access to an API', path: `/custom-apis/${ids.api}?section=access`, shown: button('Create key') },
      { name: 'settings of an API', path: `/custom-apis/${ids.api}?section=settings`, shown: field(/^Sunset date/) },
    ],
    'Packages, Limits, Scheduler and Reports': [
      { name: 'an export', path: '/package-manager', shown: field('Export to') },
      {
        name: 'an import of a package',
        path: '/package-manager',
        press: [tab('Import Package')],
        shown: field('Overwrite existing'),
      },
      {
        name: 'the configuration',
        path: '/package-manager?view=configuration',
        shown: (page) => page.getByText('No folder has been applied yet.'),
      },
      {
        name: 'the use of a limit',
        path: `/limits/${ids.limit}`,
        press: [tab('Counter')],
        shown: (page) => editor(page).getByRole('button', { name: 'Reset counter' }),
      },
      { name: 'a new limit, incomplete', path: '/limits/new', press: [button('Save')], shown: inEditor(/^Limit Type/) },
      {
        name: 'when a task runs',
        path: `/scheduler/${ids.task}`,
        press: [tab('Config')],
        shown: inEditor(/^Frequency/),
      },
      list('/reports', 'Service modified'),
      list('/reports/audit', 'A task'),
      {
        name: 'the latest requests',
        path: '/reports/requests',
        shown: (page) => page.getByRole('row').nth(1),
      },
    ],
    'Config, read': [
      { name: 'System Info', path: '/config', shown: button('Copy all as text') },
      { name: 'Cache', path: '/config/cache', shown: button('Flush System-Wide Cache') },
      {
        name: 'Outbox',
        path: '/config/outbox',
        shown: (page) => page.getByRole('link', { name: /very-long/ }).first(),
      },
      {
        name: 'a mail',
        path: '/config/outbox',
        // The HTML tab renders the mail in a frame without scripts, which the checks cannot look into.
        press: [(page) => page.getByRole('link', { name: /very-long/ }).first(), tab('Text')],
        shown: (page) => page.getByRole('article', { name: 'Message' }).locator('pre'),
      },
    ],
    'Config, written': [
      { name: 'CORS', path: '/config/cors', shown: button('Add CORS entry') },
      { name: 'a CORS entry', path: `/config/cors/${ids.cors}`, shown: field('Max Age') },
      { name: 'a new CORS entry', path: '/config/cors/new-1', press: [button('Save')], shown: field('Max Age') },
      { name: 'a template', path: `/config/email-templates/${ids.template}`, shown: field('Subject') },
      { name: 'a lookup key', path: `/config/lookup-keys/${ids.lookup}`, shown: field('Value') },
    ],
  }
}
