import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  theSignInTookToo: 'Die Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.',
  thisSignInHasBeen: 'Diese Anmeldung wurde bereits verwendet. Beginnen Sie von vorn.',
  thisSignInWasNot: 'Diese Anmeldung wurde nicht in diesem Browser begonnen. Beginnen Sie von vorn.',
  youHaveNoAccountHere: 'Sie haben hier kein Konto, das verwendet werden darf.',
  whatTheProviderAnsweredCannot:
    'Die Antwort des Anbieters ist nicht vertrauenswürdig. Wenden Sie sich an Ihren Administrator, falls das wieder vorkommt.',
  newPassword: 'Neues Passwort',
  verifyPassword: 'Passwort wiederholen',
  atLeastCharacters: 'Mindestens {least, number} Zeichen.',
  passwordIsRequired: 'Passwort ist erforderlich.',
  passwordMustBeAtLeast: 'Das Passwort muss mindestens {least, number} Zeichen haben.',
  passwordsDoNotMatch: 'Die Passwörter stimmen nicht überein.',
  notSignedInTheSecond: 'Nicht angemeldet: Der zweite Faktor wurde übersprungen.',
  noPasskeyWasUsed: 'Es wurde kein Passkey verwendet.',
  refusedByProvider: 'Der Anbieter konnte Sie nicht anmelden.',
}
