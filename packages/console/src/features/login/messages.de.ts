import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  title: 'Anmelden',
  module: 'Benutzer',
  resetMailSent: 'Eine E-Mail zum Zurücksetzen des Passworts wurde an die Adresse des Benutzers gesendet.',
  passwordReset: 'Passwort zurückgesetzt.',
  securityAnswer: 'Antwort',
  securityQuestion: 'Sicherheitsfrage',
  resetTitle: 'Passwort zurücksetzen',
  resetPassword: 'Passwort zurücksetzen',
  loginForm: 'Zur Anmeldung',
  requestPasswordReset: 'E-Mail anfordern',
  enterUsername: 'Benutzername eingeben',
  enterEmail: 'E-Mail eingeben',
  username: 'Benutzername',
  email: 'E-Mail',
  usePasskey: 'Passkey verwenden',
  rememberMe: 'Angemeldet bleiben',
  enterPassword: 'Passwort eingeben',
  password: 'Passwort',
  services: 'Dienste:',
  forgotPassword: 'Passwort vergessen?',
  signingYouIn: 'Sie werden angemeldet',
  opensInNewTab: 'Öffnet einen neuen Tab. Diese Seite geht weiter, sobald Sie dort angemeldet sind.',
  oauthLogin: 'Anmeldung mit OAuth',
  samlLogin: 'Anmeldung mit SAML 2.0',
}
