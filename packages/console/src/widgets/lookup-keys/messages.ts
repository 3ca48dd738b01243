import { catalogue } from '../../language/catalogue.ts'

/** Texts of the lookup key table. */
export const t = catalogue({
  addLookupKey: 'Add lookup key',
  noLookupKeysYet: 'No lookup keys yet.',
  keysThatHoldCredentialsMust:
    'Keys that hold credentials must be private: their values are encrypted and never shown again.',
  nameOfKey: 'Name of key {key, number}',
  name: 'Name',
  private: 'Private',
  deleteKey: 'Delete key {name}',
  deleteKeyNumber: 'Delete key {key, number}',
  valueOfKey: 'Value of key {key, number}',
  value: 'Value',
  storedTypeToReplace: 'Stored; type to replace',
  nameIsRequired: 'Name is required.',
  nameIsNotUnique: 'Name is not unique.',
  valueIsRequired: 'Value is required.',
  more: '{count, number} more',
  noServiceRoleOrScript: 'No service, role or script refers to {name}.',
  inUseBy: 'In use by {names}.',
})
