import { catalogue } from '../../language/catalogue.ts'

/** Texts of connection tests and the links that follow them. */
export const t = catalogue({
  testSucceeded: 'Test connection succeeded.',
  testFailed: 'Test connection failed, could just be a typo. Please check config credentials for Service Name: {name}',
  testConnection: 'Test connection',
  saveFirst: 'Save first: the test uses the stored settings.',
  saveAnyway: 'Save anyway',
  notSaved: 'Not saved: the connection test failed.',
  tables: '{count, plural, one {# table} other {# tables}}',
  browse: 'Browse',
  giveAccess: 'Grant access',
  apiDocs: 'API docs',
})
