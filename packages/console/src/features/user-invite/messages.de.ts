import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  isRequired: '{label} ist erforderlich.',
  enterConfirmationCode: 'Bestätigungscode eingeben.',
  codeMissing: 'Geben Sie den Code aus der E-Mail ein.',
  invitationConfirmation: 'Einladung annehmen',
  acceptHelp: 'Wählen Sie ein Passwort, um die Einladung anzunehmen.',
  confirmAdmin: 'Konto bestätigen',
  confirmUser: 'Konto bestätigen',
  userConfirmationSuccessful: 'Einladung angenommen.',
  registrationConfirmation: 'Registrierung bestätigen',
  confirmHelp: 'Geben Sie den Code aus der E-Mail ein und wählen Sie ein Passwort.',
  registrationConfirmationSuccessful: 'Registrierung bestätigt.',
  resetPassword: 'Passwort zurücksetzen',
  resetHelp: 'Geben Sie den Code aus der E-Mail ein und wählen Sie ein neues Passwort.',
  passwordResetSuccessful: 'Passwort zurückgesetzt.',
  noCodeYet: 'Noch kein Code? <link>E-Mail anfordern</link>',
}
