/** The dialogs over the records of a table. */
export type DialogName = 'columns' | 'import' | 'export' | 'keys'
