import { catalogue } from '../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  notAllowed: 'Your role does not allow this.',
  recordChanged: 'Someone else changed this record in the meantime.',
  fieldInUse: '{field} is already in use.',
  isRequired: '{field} is required.',
  uniqueInUse: 'A value that must be unique is already in use.',
  licenseKeyInvalid: 'License key is invalid.',
  paid: 'Paid',
  viewAwsConsole: 'View in AWS Console',
  notConnected: 'Not connected.',
  requestStopped: 'The request was stopped.',
  theRequestFailed: 'The request failed.',
  unknownError: 'The server returned an unknown error.',
  mayFindMore:
    'This server reads part of the text as an operator. Any character matches in its place, so there may be extra results.',
  valueTakenApart:
    'This server reads =, <, > and “) or (” in a value as part of the filter. Filter by another part of the text.',
  unreachable: 'The instance is not responding. Check your connection and that it is running.',
  instanceLocked: '{name} is locked read-only in the console. Unlock it in the instance settings to make changes.',
  unnamedInstanceLocked:
    'This instance is locked read-only in the console. Unlock it in the instance settings to make changes.',
})
