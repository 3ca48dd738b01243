import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  registrationSuccess: 'Registrierung erfolgreich',
  registeredHelp:
    'Vielen Dank für Ihre Registrierung. Sie erhalten eine E-Mail mit einem Link, über den Sie Ihr Konto bestätigen.',
  mailMissingHelp: 'Wenn sie nach einigen Minuten nicht da ist, sehen Sie im Spam-Ordner nach.',
  backToLogin: 'Zur Anmeldung',
  register: 'Registrieren',
  firstName: 'Vorname',
  lastName: 'Nachname',
  displayName: 'Anzeigename',
  isRequired: '{label} ist erforderlich.',
  passwordsDiffer: 'Passwort und Wiederholung stimmen nicht überein.',
  validationFailed: 'Prüfung fehlgeschlagen. {reason}',
}
