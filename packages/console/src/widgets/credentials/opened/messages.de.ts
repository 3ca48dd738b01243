import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  theKeyAsAQr: 'Der Schlüssel als QR-Code für die Kamera Ihrer App',
  scanThisWithAnApp:
    'Scannen Sie den Code mit einer App für Einmalcodes, etwa dem Passwortmanager Ihres Telefons. Oder geben Sie dort den Schlüssel ein:',
  yourRecoveryCodes: 'Ihre Wiederherstellungscodes',
  iHaveSavedThem: 'Ich habe sie gesichert',
  storeTheseWhereYouCan:
    'Bewahren Sie die Codes so auf, dass Sie sie ohne Ihr Gerät finden. Jeder gilt einmal. Sie werden nicht noch einmal angezeigt.',
  recoveryCodes: 'Wiederherstellungscodes',
  copy: 'Kopieren',
  download: 'Herunterladen',
}
