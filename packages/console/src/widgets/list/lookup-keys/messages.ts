import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the lookup key table. */
export const t = catalogue({
  addLookupKey: 'Add lookup key',
  noKeys: 'No lookup keys yet.',
  privateHelp: 'Keys that hold credentials must be private: their values are encrypted and never shown again.',
  nameOfKey: 'Name of key {key, number}',
  private: 'Private',
  deleteKey: 'Delete key {name}',
  deleteKeyNumber: 'Delete key {key, number}',
  valueOfKey: 'Value of key {key, number}',
  storedSecret: 'Stored; type to replace',
  nameIsRequired: 'Name is required.',
  nameNotUnique: 'Name is not unique.',
  valueIsRequired: 'Value is required.',
  more: '{count, number} more',
  keyUnused: 'No service, role or script refers to {name}.',
  keyUses: 'In use by {names}.',
})
