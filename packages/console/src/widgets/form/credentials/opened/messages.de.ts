import type { Translation } from '../../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  qrCodeLabel: 'Der Schlüssel als QR-Code für die Kamera Ihrer App',
  scanHelp:
    'Scannen Sie den Code mit einer App für Einmalcodes, etwa dem Passwortmanager Ihres Telefons. Oder geben Sie dort den Schlüssel ein:',
  yourRecoveryCodes: 'Ihre Wiederherstellungscodes',
  codesSaved: 'Ich habe sie gesichert',
  recoveryCodesHelp:
    'Bewahren Sie die Codes so auf, dass Sie sie ohne Ihr Gerät finden. Jeder gilt einmal. Sie werden nicht noch einmal angezeigt.',
  recoveryCodes: 'Wiederherstellungscodes',
}
