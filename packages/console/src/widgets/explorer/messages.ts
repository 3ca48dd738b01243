import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  schema: 'Schema {schema}',
  procedures: 'Procedures',
  functions: 'Functions',
  otherServices: 'Other services',
  tables: 'Tables',
  schemaPane: 'Schema',
  structure: 'Structure',
  files: 'Files',
  access: 'Access',
  showTheTree: 'Show the tree',
  hideTheTree: 'Hide the tree',
  explorer: 'Explorer',
  searchPlaceholder: 'Search services and tables',
  searching: 'Searching…',
  unsearchedDatabases:
    '{count, plural, one {# more database is searched once it is expanded.} other {# more databases are searched once they are expanded.}}',
  nothingMatches: 'No results.',
  view: 'View',
  servicePanes: 'Panes of {service}',
  tablesFailed: 'Could not load the tables.',
  searchTables: 'Search tables',
  noTables: 'This service has no tables.',
  noTableMatches: 'No table matches “{text}”.',
  searchCountedTables: 'Search {count, plural, one {# table} other {# tables}}',
  countedTables: '{count, plural, one {# table} other {# tables}}',
  tableCount: '{found, number} of {count, plural, one {# table} other {# tables}}',
  openPlace: 'Open {place}',
  mostUsed: 'Most used',
  lastOpened: 'Last opened',
})
