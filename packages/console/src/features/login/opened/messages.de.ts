import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  title: 'Anmelden',
  usePasskey: 'Passkey verwenden',
  passkeyUnusable:
    'Dieses Konto hat einen Passkey, der unter dieser Adresse nicht funktioniert. Öffnen Sie die Instanz über ihren Hostnamen.',
  finishByPasskey: 'Verwenden Sie Ihren Passkey, um die Anmeldung abzuschließen.',
  finishByCode: 'Geben Sie den Code aus Ihrer App ein, um die Anmeldung abzuschließen.',
  finishByEither: 'Verwenden Sie einen Passkey oder geben Sie einen Code ein, um die Anmeldung abzuschließen.',
  sixDigits: 'Sechs Ziffern aus Ihrer App.',
  codeHelp: 'Sechs Ziffern aus Ihrer App oder ein Wiederherstellungscode.',
  signIn: 'Anmelden',
  codeRequired: 'Diese Instanz verlangt zum Passwort einen Einmalcode.',
  secondStep: 'Zweiter Faktor',
  secondStepTitle: 'Zweiten Faktor einrichten',
  codeMissing: 'Geben Sie zuerst den Code ein.',
  sessionEnded:
    'Ihre Sitzung ist abgelaufen. Nach der Anmeldung geht es an derselben Stelle weiter; Eingaben bleiben erhalten.',
}
