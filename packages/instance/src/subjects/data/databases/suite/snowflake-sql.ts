/** The parts of Snowflake's catalogue that PostgreSQL lacks: names of types, and the results of `SHOW … KEYS`. */
export const snowflakeViews: readonly string[] = [
  "SET TIME ZONE 'UTC'",
  'CREATE SCHEMA "PUBLIC"',
  'CREATE SCHEMA snowflake',
  `CREATE VIEW snowflake.columns AS SELECT c.table_schema, c.table_name, c.column_name, c.ordinal_position, c.is_nullable, c.is_identity,
    regexp_replace(c.column_default, '^nextval\\(''(.*)''::regclass\\)$', '\\1.NEXTVAL') AS column_default,
    CASE c.data_type WHEN 'numeric' THEN 'NUMBER' WHEN 'double precision' THEN 'FLOAT' WHEN 'bytea' THEN 'BINARY'
      WHEN 'timestamp without time zone' THEN 'TIMESTAMP_NTZ' WHEN 'timestamp with time zone' THEN 'TIMESTAMP_TZ'
      WHEN 'time without time zone' THEN 'TIME' WHEN 'jsonb' THEN 'VARIANT' WHEN 'boolean' THEN 'BOOLEAN'
      WHEN 'date' THEN 'DATE' ELSE 'TEXT' END AS data_type,
    CASE WHEN c.data_type = 'text' THEN 16777216 ELSE c.character_maximum_length END AS character_maximum_length,
    c.numeric_precision, c.numeric_scale,
    CASE WHEN c.data_type ~ '^time' THEN 9 END AS datetime_precision FROM information_schema.columns c
    WHERE c.table_schema NOT IN ('snowflake', 'pg_catalog', 'information_schema')`,
  `CREATE VIEW snowflake.tables AS SELECT table_schema, table_name, table_type FROM information_schema.tables
    WHERE table_schema NOT IN ('snowflake', 'pg_catalog', 'information_schema')`,
  `CREATE VIEW snowflake.keys AS SELECT k.constraint_type AS kind, u.table_schema AS schema_name, u.table_name, u.column_name,
    u.ordinal_position AS key_sequence, u.constraint_name
    FROM information_schema.table_constraints k JOIN information_schema.key_column_usage u
    ON u.constraint_schema = k.constraint_schema AND u.constraint_name = k.constraint_name AND u.table_name = k.table_name`,
  `CREATE VIEW snowflake.references AS SELECT f.table_schema AS fk_schema_name, f.table_name AS fk_table_name, f.column_name AS fk_column_name,
    t.table_schema AS pk_schema_name, t.table_name AS pk_table_name, t.column_name AS pk_column_name, f.ordinal_position AS key_sequence,
    f.constraint_name AS fk_name, r.update_rule, r.delete_rule
    FROM information_schema.referential_constraints r
    JOIN information_schema.key_column_usage f ON f.constraint_schema = r.constraint_schema AND f.constraint_name = r.constraint_name
    JOIN information_schema.key_column_usage t ON t.constraint_schema = r.unique_constraint_schema
      AND t.constraint_name = r.unique_constraint_name AND t.ordinal_position = f.position_in_unique_constraint`,
]

const name = '(?:"(?:[^"]|"")*")'

/** Translates a statement of Snowflake to PostgreSQL, except for texts and quoted names. */
export function asPostgres(statement: string): string {
  const [, shown] = /^SHOW (PRIMARY|UNIQUE|IMPORTED) KEYS IN /.exec(statement) ?? []
  if (shown === 'IMPORTED') return 'SELECT * FROM snowflake.references'
  if (shown !== undefined)
    return `SELECT * FROM snowflake.keys WHERE kind = '${shown === 'PRIMARY' ? 'PRIMARY KEY' : 'UNIQUE'}'`
  let values = 0
  const numbered = statement.replace(
    new RegExp(`(${name}(?:\\.${name})*)\\.NEXTVAL`, 'g'),
    (_, sequence: string) => `nextval('${sequence.replaceAll("'", "''")}')`,
  )
  return numbered
    .split(/('(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*")/s)
    .map((part, at) => {
      if (at % 2 === 1) return part.startsWith("'") ? `E${part}` : part
      return words.reduce((text, [from, to]) => text.replace(from, to), part).replace(/\?/g, () => `$${++values}`)
    })
    .join('')
}

const words: readonly (readonly [RegExp, string])[] = [
  [/\bCREATE OR REPLACE SEQUENCE\b/g, 'CREATE SEQUENCE'],
  [/\bINFORMATION_SCHEMA\.(COLUMNS|TABLES)\b/g, 'snowflake.$1'],
  [/\bNUMBER\(/g, 'numeric('],
  [/\bTIMESTAMP_NTZ\(9\)/g, 'timestamp(6)'],
  [/\bTIMESTAMP_TZ\(9\)/g, 'timestamptz(6)'],
  [/\bTIME\(9\)/g, 'time(6)'],
  [/\bFLOAT\b/g, 'double precision'],
  [/\bBINARY\(\d+\)/g, 'bytea'],
  [/\bVARCHAR\(16777216\)/g, 'text'],
  [/\bVARIANT\b/g, 'jsonb'],
  [/\bSYSDATE\(\)/g, "(now() AT TIME ZONE 'UTC')"],
]
