/** What the information schema is asked: {schemas} is a condition on TABLE_SCHEMA, {tables} one on schema and table; both have placeholders. */
export const tableQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS name, t.TABLE_TYPE AS type
  FROM information_schema.TABLES t
  WHERE {wanted} AND t.TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
  ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME`

export const columnQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, t.COLUMN_NAME AS name, t.COLUMN_TYPE AS type, t.DATA_TYPE AS base,
    t.IS_NULLABLE AS nullable, t.COLUMN_DEFAULT AS printed, t.EXTRA AS extra, t.GENERATION_EXPRESSION AS generation,
    t.CHARACTER_SET_NAME AS charset, t.COLLATION_NAME AS collation, t.COLUMN_COMMENT AS comment
  FROM information_schema.COLUMNS t
  WHERE {wanted}
  ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME, t.ORDINAL_POSITION`

export const indexQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, t.INDEX_NAME AS name, t.NON_UNIQUE AS plain, t.COLUMN_NAME AS \`column\`,
    t.SUB_PART AS prefix
  FROM information_schema.STATISTICS t
  WHERE {wanted}
  ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME, t.INDEX_NAME, t.SEQ_IN_INDEX`

export const referenceQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, t.CONSTRAINT_NAME AS name, t.COLUMN_NAME AS \`column\`,
    t.REFERENCED_TABLE_SCHEMA AS target_schema, t.REFERENCED_TABLE_NAME AS target, t.REFERENCED_COLUMN_NAME AS target_column,
    r.UPDATE_RULE AS on_update, r.DELETE_RULE AS on_delete
  FROM information_schema.KEY_COLUMN_USAGE t
  JOIN information_schema.REFERENTIAL_CONSTRAINTS r
    ON r.CONSTRAINT_SCHEMA = t.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = t.CONSTRAINT_NAME AND r.TABLE_NAME = t.TABLE_NAME
  WHERE {wanted} AND t.REFERENCED_TABLE_NAME IS NOT NULL
  ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME, t.CONSTRAINT_NAME, t.ORDINAL_POSITION`
