import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  launchpad: 'LaunchPad',
  launchpadHelp: 'Die Apps, die Sie auf dieser Instanz öffnen können.',
  appsIncomplete: 'Hier fehlen möglicherweise Apps. Wenn das so bleibt, wenden Sie sich an Ihren Administrator.',
  environmentFailed: 'Die Systemkonfiguration konnte nicht geladen werden.',
  noPages: 'Ihre Apps haben keine Seite zum Öffnen',
  noLaunchAddress:
    'Sie haben Zugriff auf {apps}, aber es ist keine Startadresse angegeben. Verwenden Sie die API mit einem API-Schlüssel oder fragen Sie Ihren Administrator nach einer Adresse.',
  noAppsHelp:
    'Eine App erscheint hier, sobald Sie darin eine Rolle haben und sie eine Seite zum Öffnen hat. Fehlt eine, wenden Sie sich an Ihren Administrator.',
  noActiveApps: 'Noch keine aktiven Apps für Sie',
}
