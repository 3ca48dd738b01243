import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  signInExpired: 'Die Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.',
  signInUsed: 'Diese Anmeldung wurde bereits verwendet. Beginnen Sie von vorn.',
  signInForeign: 'Diese Anmeldung wurde nicht in diesem Browser begonnen. Beginnen Sie von vorn.',
  noAccount: 'Sie haben hier kein Konto, das verwendet werden darf.',
  providerUnverified:
    'Die Antwort des Anbieters ist nicht vertrauenswürdig. Wenden Sie sich an Ihren Administrator, falls das wieder vorkommt.',
  newPassword: 'Neues Passwort',
  verifyPassword: 'Passwort wiederholen',
  atLeastCharacters: 'Mindestens {least, number} Zeichen.',
  passwordIsRequired: 'Passwort ist erforderlich.',
  passwordTooShort: 'Das Passwort muss mindestens {least, number} Zeichen haben.',
  passwordsDiffer: 'Die Passwörter stimmen nicht überein.',
  secondStepSkipped: 'Nicht angemeldet: Der zweite Faktor wurde übersprungen.',
  passkeyUnused: 'Es wurde kein Passkey verwendet.',
  refusedByProvider: 'Der Anbieter konnte Sie nicht anmelden.',
}
