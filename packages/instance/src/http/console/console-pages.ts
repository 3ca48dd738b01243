/** First segments of the console's paths. */
export const consolePages: readonly string[] = [
  'access',
  'admins',
  'apidocs',
  'apps',
  'config',
  'consent',
  'custom-apis',
  'data',
  'device',
  'file-manager',
  'home',
  'launchpad',
  'license-expired',
  'limits',
  'login',
  'logout',
  'package-manager',
  'profile',
  'register',
  'register-complete',
  'register-confirm',
  'reports',
  'reset-password',
  'roles',
  'scheduler',
  'schema',
  'scripts',
  'services',
  'user-invite',
  'users',
]

/** Whether a decoded path is a page of the console, whatever the names of services are. */
export function isConsolePage(path: string): boolean {
  const [, first = ''] = path.split('/')
  return consolePages.includes(first)
}
