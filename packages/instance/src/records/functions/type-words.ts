const words = new Set(
  `tinyint smallint mediumint int integer bigint int2 int4 int8 serial bigserial smallserial number decimal numeric dec fixed
  float real double precision float4 float8 money smallmoney bit varbit varying boolean bool
  char character varchar nchar nvarchar national text ntext tinytext mediumtext longtext citext clob
  binary varbinary bytea blob tinyblob mediumblob longblob image
  date time datetime datetime2 datetimeoffset smalldatetime timestamp timestamptz timetz year interval with without zone
  json jsonb xml uuid uniqueidentifier inet inet4 inet6 cidr macaddr macaddr8 tsvector tsquery hstore vector
  geometry geography point line lseg box path polygon circle linestring multipoint multilinestring multipolygon geometrycollection
  int4range int8range numrange daterange tsrange tstzrange enum set unsigned signed zerofill max`.split(/\s+/),
)

/** Returns whether a text is a column type and nothing else: known words, sizes or listed texts, and brackets of arrays. */
export function isTypeText(text: string): boolean {
  const bare = text
    .replace(/\(\s*(?:\d+\s*(?:,\s*-?\d+\s*)?|max|'[^'\\]*'(?:\s*,\s*'[^'\\]*')*)\s*\)/gi, ' ')
    .replace(/(?:\[\d*\])+\s*$/, ' ')
  const found = bare.trim().split(/\s+/)
  return found.length > 0 && found.every((word) => words.has(word.toLowerCase()))
}

/** Returns whether a column definition after its name is a type with plain clauses: no reference, check or computed value. */
export function isPlainDefinition(text: string): boolean {
  let rest = text.trim()
  for (let shorter = rest.replace(clause, ''); shorter !== rest; shorter = rest.replace(clause, '')) rest = shorter
  return isTypeText(rest)
}

const clause =
  /\s+(?:not\s+null|null|unique|primary\s+key|auto_?increment|character\s+set\s+\w+|collate\s+(?:\w+|"\w+")|default\s+(?:[+-]?\d{1,100}(?:\.\d{1,100})?|'(?:[^'\\]|'')*'|null|true|false|now\(\)|current_timestamp(?:\(\d?\))?))$/i
