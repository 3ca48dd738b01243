import { catalogue } from '../../language/catalogue.ts'

/** Texts of the bars around every page. */
export const t = catalogue({
  places: 'Places',
  admins: 'Admins',
  launchpad: 'LaunchPad',
  login: 'Login',
  register: 'Register',
  profile: 'Profile',
  tabs: 'Tabs',
  expandSidebar: 'Expand sidebar',
  collapseSidebar: 'Collapse sidebar',
  help: 'Help',
  pageGuide: 'Guide to this page',
  skipToContent: 'Skip to content',
  navigation: 'Navigation',
  subscriptionNotice:
    '<strong>Your subscription has expired.</strong> Contact sales before this instance is shut down.',
  notifications: 'Notifications',
  notificationCount: 'Notifications ({count, number})',
  goToHome: ', go to Home',
  readOnlyHelp: 'This console is read-only. Unlock it in the instance settings.',
  readOnly: 'Read-only',
  searchPlaceholder: 'Search or jump to…',
  ctrlKey: 'Ctrl',
  openNavigation: 'Open navigation',
  themeSystem: 'Theme: system',
  themeLight: 'Theme: light',
  themeDark: 'Theme: dark',
  subscribe: 'Subscribe',
  admin: 'Admin',
  instanceSettings: 'Instance settings',
  logout: 'Logout',
  yourAccount: 'Your account',
  yourAccount2: 'Your account: {name}',
  noRootAdmin:
    'There is no root administrator selected. Some functionality might not work. Use df:root_admin command to choose one.',
})
