import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  places: 'Bereiche',
  admins: 'Administratoren',
  launchpad: 'LaunchPad',
  login: 'Anmelden',
  register: 'Registrieren',
  profile: 'Profil',
  tabs: 'Tabs',
  expandSidebar: 'Seitenleiste ausklappen',
  collapseSidebar: 'Seitenleiste einklappen',
  help: 'Hilfe',
  pageGuide: 'Hilfe zu dieser Seite',
  skipToContent: 'Zum Inhalt',
  navigation: 'Navigation',
  subscriptionNotice:
    '<strong>Ihr Abonnement ist abgelaufen.</strong> Wenden Sie sich an den Vertrieb, bevor diese Instanz abgeschaltet wird.',
  notifications: 'Benachrichtigungen',
  notificationCount: 'Benachrichtigungen ({count, number})',
  goToHome: ', zur Startseite',
  readOnlyHelp: 'In dieser Konsole kann nur gelesen werden. Die Sperre ist in den Einstellungen der Instanz.',
  readOnly: 'Nur lesen',
  searchPlaceholder: 'Suchen …',
  ctrlKey: 'Strg',
  openNavigation: 'Navigation öffnen',
  themeSystem: 'Darstellung: System',
  themeLight: 'Darstellung: hell',
  themeDark: 'Darstellung: dunkel',
  subscribe: 'Abonnieren',
  admin: 'Admin',
  instanceSettings: 'Einstellungen der Instanz',
  logout: 'Abmelden',
  yourAccount: 'Ihr Konto',
  yourAccount2: 'Ihr Konto: {name}',
  noRootAdmin:
    'Es ist kein Root-Administrator gewählt. Einige Funktionen stehen möglicherweise nicht zur Verfügung. Wählen Sie einen mit dem Befehl df:root_admin.',
}
