import { catalogue } from '../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  thisRecordWasChangedBy: 'This record was changed by somebody else in the meantime.',
  isAlreadyInUse: '{field} is already in use.',
  isRequired: '{field} is required.',
  aValueThatHasTo: 'A value that has to be unique is already in use.',
  licenseKeyIsInvalid: 'License key is invalid.',
  paid: 'Paid',
  viewInAwsConsole: 'View in AWS Console',
  nothingIsConnectedYetCall: 'Nothing is connected yet: call connect() first.',
  theRequestWasStopped: 'The request was stopped.',
  theRequestFailed: 'The request failed.',
  unknownError: 'The server returned an unknown error.',
  mayFindMore:
    'This server takes part of the text for an operator. Any character matches in its place, so more may be found than you meant.',
  valueTakenApart:
    'This server takes the signs =, < and > and “) or (” within a value for part of the filter. Filter by another part of the text.',
  unreachable: 'The instance does not answer. Check that it is running and that you are connected.',
  isLockedReadOnly: '{name} is locked read-only in the console. Unlock it in the instance settings to make changes.',
  thisInstanceIsLocked:
    'This instance is locked read-only in the console. Unlock it in the instance settings to make changes.',
})
