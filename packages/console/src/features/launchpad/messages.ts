import { catalogue } from '../../language/catalogue.ts'

/** Texts of the LaunchPad. */
export const t = catalogue({
  launchpad: 'LaunchPad',
  launchpadHelp: 'The apps you can open on this instance.',
  appsIncomplete: 'Some of your apps may be missing. If this persists, contact your administrator.',
  environmentFailed: 'The system configuration could not be loaded.',
  noPages: 'Your apps have no page to open',
  noLaunchAddress:
    'You have access to {apps}, but no launch address is set. Use the API with an API key, or ask your administrator to set one.',
  noAppsHelp:
    'An app appears here once you have a role in it and it has a page to open. Contact your administrator if one is missing.',
  noActiveApps: 'There are no active apps for you yet',
})
