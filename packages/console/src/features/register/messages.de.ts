import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  registrationSuccess: 'Registrierung erfolgreich',
  thankYouForRegisteringA:
    'Vielen Dank für Ihre Registrierung. Sie erhalten eine E-Mail mit einem Link, über den Sie Ihr Konto bestätigen.',
  ifItDoesNotArrive: 'Wenn sie nach einigen Minuten nicht da ist, sehen Sie im Spam-Ordner nach.',
  backToLogin: 'Zur Anmeldung',
  register: 'Registrieren',
  username: 'Benutzername',
  email: 'E-Mail',
  firstName: 'Vorname',
  lastName: 'Nachname',
  displayName: 'Anzeigename',
  password: 'Passwort',
  isRequired: '{label} ist erforderlich.',
  passwordAndConfirmPasswordDo: 'Passwort und Wiederholung stimmen nicht überein.',
  validationFailed: 'Prüfung fehlgeschlagen. {reason}',
}
