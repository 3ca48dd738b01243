/**
 * What PostgreSQL's catalog is asked. $1 is the one schema that is wanted, or null; $2 a JSON list of pairs of schema and table, or null.
 * Partitions are left out: their rows are those of their table.
 */
const wanted = `
  FROM pg_catalog.pg_class t
  JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
  WHERE t.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT t.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    AND ($1::text IS NULL OR n.nspname = $1::text)
    AND ($2::json IS NULL OR EXISTS (
      SELECT FROM json_array_elements($2::json) AS pair WHERE pair ->> 0 = n.nspname AND pair ->> 1 = t.relname))
    AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(t.oid, 'SELECT, INSERT, UPDATE, DELETE')`

export const tableQuery = `
  SELECT t.oid::text AS oid, n.nspname AS schema, t.relname AS name, t.relkind IN ('v', 'm') AS is_view,
    EXISTS (SELECT FROM pg_catalog.pg_rewrite r WHERE r.ev_class = t.oid AND r.ev_type = '3') AS rewrites_inserts ${wanted}
  ORDER BY n.nspname, t.relname`

/** A domain stands for the type below it, as far down as it takes. */
export const columnQuery = `
  WITH RECURSIVE wanted AS (SELECT t.oid ${wanted}),
  base AS (
    SELECT oid AS domain, typbasetype AS type, typtypmod AS mod, typnotnull AS strict FROM pg_catalog.pg_type WHERE typtype = 'd'
    UNION ALL
    SELECT b.domain, d.typbasetype, d.typtypmod, b.strict OR d.typnotnull
    FROM base b JOIN pg_catalog.pg_type d ON d.oid = b.type AND d.typtype = 'd')
  SELECT a.attrelid::text AS oid, a.attname AS name,
    COALESCE(pg_catalog.format_type(b.type, b.mod), pg_catalog.format_type(a.atttypid, a.atttypmod)) AS db_type,
    NOT (a.attnotnull OR COALESCE(b.strict, false)) AS nullable,
    pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS printed,
    a.attidentity <> '' OR COALESCE(pg_catalog.pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%', false) AS is_auto,
    a.attgenerated <> '' AS is_generated,
    (SELECT pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.collname)
      FROM pg_catalog.pg_collation c JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace
      WHERE c.oid = a.attcollation AND c.oid <> (SELECT x.typcollation FROM pg_catalog.pg_type x WHERE x.oid = a.atttypid)) AS collation
  FROM wanted w
  JOIN pg_catalog.pg_attribute a ON a.attrelid = w.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN base b ON b.domain = a.atttypid AND NOT EXISTS (SELECT FROM pg_catalog.pg_type x WHERE x.oid = b.type AND x.typtype = 'd')
  ORDER BY a.attrelid, a.attnum`

const namesOf = (relation: string, numbers: string) => `
  (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(${numbers}) WITH ORDINALITY AS k(number, place)
   JOIN pg_catalog.pg_attribute a ON a.attrelid = ${relation} AND a.attnum = k.number)::text`

export const keyQuery = `
  WITH wanted AS (SELECT t.oid ${wanted})
  SELECT c.conrelid::text AS oid, c.conname AS name, c.contype AS type, ${namesOf('c.conrelid', 'c.conkey')} AS columns,
    fn.nspname AS target_schema, f.relname AS target_name, ${namesOf('c.confrelid', 'c.confkey')} AS target_columns,
    c.confupdtype AS on_update, c.confdeltype AS on_delete
  FROM wanted w
  JOIN pg_catalog.pg_constraint c ON c.conrelid = w.oid AND c.contype IN ('p', 'u', 'f')
  LEFT JOIN pg_catalog.pg_class f ON f.oid = c.confrelid
  LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace
  ORDER BY c.conrelid, c.oid`

/** Indexes that no constraint stands for, of whole columns and all rows. */
export const indexQuery = `
  WITH wanted AS (SELECT t.oid ${wanted})
  SELECT i.indrelid::text AS oid, c.relname AS name, i.indisunique AS is_unique,
    (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
     JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number WHERE k.place <= i.indnkeyatts)::text AS columns
  FROM wanted w
  JOIN pg_catalog.pg_index i ON i.indrelid = w.oid AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indisvalid
  JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
  ORDER BY i.indrelid, i.indexrelid`
