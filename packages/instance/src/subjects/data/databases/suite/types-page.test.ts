import { readFileSync } from 'node:fs'
import type { Engine } from '@millwright/connector/engine/engine'
import { type ValueFamily, valueFamily } from '@millwright/connector/engine/values/value-family'
import { expect, it } from 'vitest'
import { engines } from '../../../../engines/engines.ts'
import { typeSchema } from '../docs/column-schema.ts'
import { columnTypes, unequalTypes, unsortedTypes } from './column-types.ts'

const path = `${import.meta.dirname}/../../../../../../../docs/wire/types.md`
const begin =
  '<!-- Written by `npx vitest run -u packages/instance/src/subjects/data/databases/suite/types-page.test.ts`. -->'

/** Types of SQL Server, which are not among those of the suite, as no server for it runs there. */
const ofSqlServer = `bit tinyint smallint int bigint decimal(10,2) numeric money smallmoney real float float(53) date time datetime
  datetime2 smalldatetime datetimeoffset char(5) varchar(20) nchar(5) nvarchar(20) text ntext binary(4) varbinary(20) image
  uniqueidentifier xml geography geometry hierarchyid rowversion sql_variant`

/** Types of Redshift, as its catalogue prints them; the suite has no server of it. */
const ofRedshift = [
  'smallint',
  'integer',
  'bigint',
  'numeric(10,2)',
  'real',
  'double precision',
  'boolean',
  'character(5)',
  'character varying(20)',
  'date',
  'time without time zone',
  'time with time zone',
  'timestamp without time zone',
  'timestamp with time zone',
  'super',
  'binary varying(64)',
  'geometry',
  'geography',
  'hllsketch',
]

const labels: Readonly<Record<string, string>> = {
  sqlite: 'SQLite',
  pgsql: 'PostgreSQL',
  aws_redshift_db: 'Redshift',
  mysql: 'MySQL and MariaDB',
  sqlsrv: 'SQL Server',
}

const compared: Readonly<Record<ValueFamily, string>> = {
  integer: 'numbers',
  boolean: 'true and false',
  decimal: 'numbers',
  float: 'numbers',
  moment: 'times',
  binary: 'bytes, Base64 in the filter',
  json: 'text',
  array: 'text',
  text: 'text',
  any: 'numbers or texts, each value as what it is',
}

function typesOf({ name }: Engine): readonly string[] {
  const others = name === 'aws_redshift_db' ? ofRedshift : ofSqlServer.split(/\s+/)
  const own = columnTypes[name]?.map(({ type }) => type) ?? others
  // Of the suite's own types, an enumeration and a pair stand for others; domains are described by their base.
  return own.filter((type) => !/^(?:mood|pair|positive|code)\b/.test(type))
}

function table(engine: Engine): string[] {
  const rows = typesOf(engine).map((dbType) => {
    const column = { dbType: dbType.replace(/ NULL$/, ''), length: null, precision: null }
    const type = engine.schema.simpleType(column)
    const family = valueFamily({ type, dbType: column.dbType })
    const schema = JSON.stringify(typeSchema(engine, column))
    const order = unsortedTypes[engine.name]?.includes(dbType) === true ? ', not sorted' : ''
    const how = unequalTypes[engine.name]?.includes(dbType) === true ? 'not compared' : compared[family]
    return `| ${dbType === '' ? '(none)' : `\`${dbType}\``} | \`${type}\` | \`${schema}\` | ${how}${order} |`
  })
  const head = ['| Type | In `_schema` | In the API description | Compared as |', '| --- | --- | --- | --- |']
  return [`### Types of ${labels[engine.name] ?? engine.name}`, '', ...head, ...rows, '']
}

it('the page about types lists those of every engine, as they are told, described and compared', async () => {
  const page = readFileSync(path, 'utf8')
  expect(page).toContain(begin)
  const lines = [page.slice(0, page.indexOf(begin)) + begin, '', ...engines.flatMap(table)]
  await expect(`${lines.join('\n').trimEnd()}\n`).toMatchFileSnapshot(path)
})
