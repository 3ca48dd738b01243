import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  email: 'E-Mail',
  username: 'Benutzername',
  isRequired: '{label} ist erforderlich.',
  code: 'Code',
  enterConfirmationCode: 'Bestätigungscode eingeben.',
  enterTheCodeFromThe: 'Geben Sie den Code aus der E-Mail ein.',
  invitationConfirmation: 'Einladung annehmen',
  chooseAPasswordToAccept: 'Wählen Sie ein Passwort, um die Einladung anzunehmen.',
  confirmAdmin: 'Konto bestätigen',
  confirmUser: 'Konto bestätigen',
  users: 'Benutzer',
  userConfirmationSuccessful: 'Einladung angenommen.',
  registrationConfirmation: 'Registrierung bestätigen',
  enterTheCodeFromThe2: 'Geben Sie den Code aus der E-Mail ein und wählen Sie ein Passwort.',
  registrationConfirmationSuccessful: 'Registrierung bestätigt.',
  resetPassword: 'Passwort zurücksetzen',
  enterTheCodeFromThe3: 'Geben Sie den Code aus der E-Mail ein und wählen Sie ein neues Passwort.',
  passwordResetSuccessful: 'Passwort zurückgesetzt.',
  noCodeYet: 'Noch kein Code? <link>E-Mail anfordern</link>',
}
