import { describe, expect, it, onTestFinished } from 'vitest'
import { oracleError, oracleStandIn } from '../../testing/databases/oracle-stand-in.ts'
import { oracleCatalogType, oracleDialect, oracleSimpleType } from './oracle-dialect.ts'
import { oracleMoment, oracleNumber, oracleValues } from './oracle-driver.ts'
import { oracleEngine } from './oracle-engine.ts'
import { oracleProblem } from './oracle-problem.ts'

const place = { host: 'db.test', port: 1521, database: 'FREEPDB1', username: 'shop', password: 's3cret' }
const probe = { sql: 'SELECT 1 FROM DUAL', values: [] }

function open(settings: Readonly<Record<string, unknown>>) {
  const database = oracleEngine.open({ ...place, ...settings })
  onTestFinished(() => database.close())
  return database
}

async function refusalOf(settings: Readonly<Record<string, unknown>>): Promise<unknown> {
  return Promise.resolve(open(settings).run(probe)).then(
    () => null,
    (error) => error,
  )
}

describe('an Oracle service responds with a problem', () => {
  it('if the driver is not installed, with the reason', async () => {
    expect(await refusalOf({})).toMatchObject({
      status: 503,
      message: expect.stringContaining('driver is not installed'),
    })
  })

  it.each([
    ['ORA-01017', 'invalid credential or not authorized; logon denied', 'it does not accept the username or password.'],
    ['ORA-28000', 'the account is locked', 'the account of the user is locked.'],
    ['ORA-28001', 'the password has expired', 'the password of the user has expired.'],
    ['NJS-503', 'connection to host db.test port 1521 could not be established.', 'nothing is listening there.'],
    ['NJS-510', 'connection to host db.test port 1521 timed out.', 'it does not respond.'],
    ['NJS-518', 'Service "X" is not registered with the listener', 'there is no service of that name on it.'],
    ['NJS-500', 'connection to Oracle Database was closed or broken', 'the connection was lost.'],
    ['NJS-508', 'TLS detected an invalid certificate.', 'no trusted TLS connection could be established.'],
    [
      'ORA-12999',
      'something new.',
      'it refuses the settings of the service. The database refused the statement: something new.',
    ],
  ])('for %s', async (code, sentence, reason) => {
    const { driver } = oracleStandIn({}, oracleError(code, sentence))
    expect(await refusalOf({ driver })).toMatchObject({
      status: 503,
      message: `The database on db.test:1521 cannot be used now: ${reason}`,
    })
  })

  it('if the host accepts the connection and does not respond within the time limit', async () => {
    const driver = { ...oracleStandIn().driver, getConnection: () => new Promise<never>(() => {}) }
    expect(await refusalOf({ driver, options: { connect_timeout: 0.1 } })).toMatchObject({
      status: 503,
      message: 'The database on db.test:1521 cannot be used now: it does not respond.',
    })
  })

  it.each([
    ['host', 'db.test)(PORT=22))(ADDRESS=(PROTOCOL=tcp)(HOST=other'],
    ['host', 'file:///etc/passwd'],
    ['database', 'X))(SECURITY=(MY_WALLET_DIRECTORY=/etc'],
  ])('for a %s that would change the connect descriptor', async (name, text) => {
    const { driver, addresses } = oracleStandIn()
    expect(await refusalOf({ driver, [name]: text })).toMatchObject({
      status: 503,
      message: expect.stringContaining(`its setting '${name}' contains characters that are not allowed.`),
    })
    expect(addresses).toEqual([])
  })

  it.each(['a"b', '', 'a\0b', '"; DROP TABLE x --'])('for the name %j', (name) => {
    expect(() => oracleDialect.quote(name)).toThrow(/cannot be a name/)
  })
})

describe('an Oracle session', () => {
  it('is in UTC, in the schema of the settings, and uses fixed formats for numbers and dates', async () => {
    const standIn = oracleStandIn()
    await open({ driver: standIn.driver, schema: 'Shop', protocol: 'tcps' }).run(probe)
    expect(standIn.addresses).toEqual([
      '(DESCRIPTION=(CONNECT_TIMEOUT=10)(TRANSPORT_CONNECT_TIMEOUT=10)(RETRY_COUNT=0)' +
        '(ADDRESS=(PROTOCOL=tcps)(HOST=db.test)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=FREEPDB1)))',
    ])
    expect(standIn.sessions).toEqual([
      expect.stringMatching(
        /^ALTER SESSION SET TIME_ZONE = '\+00:00' NLS_NUMERIC_CHARACTERS = '\.,' NLS_DATE_FORMAT = /,
      ),
      'ALTER SESSION SET CURRENT_SCHEMA = "Shop"',
    ])
    expect(standIn.statements).toEqual(['SELECT 1 FROM DUAL'])
  })

  it('abandons a statement that neither it nor the server ends', async () => {
    const { driver } = oracleStandIn()
    const hangs = async () => ({
      ...(await driver.getConnection({})),
      execute: (sql: string) => (sql.startsWith('ALTER') ? Promise.resolve({}) : new Promise<never>(() => {})),
    })
    const settings = { driver: { ...driver, getConnection: hangs }, options: { statement_timeout: 0.1 } }
    expect(await refusalOf(settings)).toMatchObject({ status: 504 })
  })
})

describe('an Oracle error', () => {
  it.each([
    ['ORA-00001', 'unique constraint (SHOP.PART_NO) violated', 409, { kind: 'unique', constraint: 'PART_NO' }],
    ['ORA-01400', 'cannot insert NULL into ("SHOP"."part"."name")', 400, { kind: 'not-null', columns: ['name'] }],
    [
      'ORA-02291',
      'integrity constraint (SHOP.FK) violated - parent key not found',
      400,
      { kind: 'missing-reference', constraint: 'FK' },
    ],
    ['ORA-02292', 'integrity constraint (SHOP.FK) violated - child record found', 409, { kind: 'still-referenced' }],
    ['ORA-02290', 'check constraint (SHOP.CK) violated', 400, { kind: 'check', constraint: 'CK' }],
    [
      'ORA-12899',
      'value too large for column "SHOP"."part"."name" (actual: 41, maximum: 40)',
      400,
      { kind: 'too-long', columns: ['name'] },
    ],
    ['ORA-01438', 'value larger than specified precision allowed for this column', 400, { kind: 'out-of-range' }],
    ['ORA-01722', 'unable to convert string value containing x to a number', 400, { kind: 'wrong-type' }],
  ])('%s becomes a problem that names the constraint or column', (code, sentence, status, violation) => {
    expect(oracleProblem(oracleError(code, sentence), 'on x')).toMatchObject({ status, violation })
  })

  it.each([
    ['ORA-00060', 409],
    ['ORA-00942', 404],
    ['ORA-00936', 400],
    ['ORA-01031', 403],
    ['ORA-01795', 400],
    ['ORA-01653', 507],
    ['NJS-123', 504],
    ['ORA-99999', 400],
  ])('%s becomes a problem with status %i', (code, status) => {
    expect(oracleProblem(oracleError(code, 'says the server'), 'on x')).toMatchObject({ status })
  })

  it('is not made of other errors', () => {
    const error = new TypeError('ours')
    expect(oracleProblem(error, 'on x')).toBe(error)
  })
})

describe('Oracle values', () => {
  it.each([
    [{ precision: 10, scale: 0 }, '42', 42],
    [{ precision: 19, scale: 0 }, '9007199254740993', 9_007_199_254_740_993n],
    [{ precision: 10, scale: 2 }, '-.5', '-0.5'],
    [{ precision: 0, scale: -127 }, '.25', '0.25'],
    [{ precision: 126, scale: -127 }, '.25', 0.25],
    [{ precision: 0, scale: 0 }, null, null],
  ])('convert numbers with %j: %s', (sizes, text, value) => {
    expect(oracleNumber(text, { dbType: 'NUMBER', ...sizes })).toEqual(value)
  })

  it.each([
    ['2024-02-29 10:20:30', '2024-02-29 10:20:30'],
    ['2024-02-29 10:20:30.500000', '2024-02-29 10:20:30.5'],
    ['2024-02-29 10:20:30.000000', '2024-02-29 10:20:30'],
    ['2024-02-29 10:20:30.000000+05:30', '2024-02-29 10:20:30+05:30'],
  ])('convert dates and times: %s', (text, value) => {
    expect(oracleMoment(text)).toBe(value)
  })

  it.each([
    ['DATE', '2024-02-29', '2024-02-29 00:00:00'],
    ['DATE', '2024-02-29T10:20:30.5', '2024-02-29 10:20:30'],
    ['TIMESTAMP(6)', '2024-02-29 10:20', '2024-02-29 10:20:00.0'],
    ['TIMESTAMP(6) WITH TIME ZONE', '2024-02-29T10:20:30.25Z', '2024-02-29 10:20:30.25+00:00'],
    ['TIMESTAMP(6) WITH TIME ZONE', '2024-02-29 10:20:30-0330', '2024-02-29 10:20:30.0-03:30'],
  ])('complete a date and time of type %s: %s', (dbType, sent, bound) => {
    const field = { apiName: 'at', type: 'datetime', dbType, length: null, precision: null, scale: null }
    expect(oracleValues.reader(field, (value) => String(value))(sent)).toBe(bound)
  })

  it.each([
    [{ type: 'NUMBER', precision: 1, scale: 0 }, 'NUMBER(1)', 'boolean'],
    [{ type: 'NUMBER', precision: 10, scale: 0 }, 'NUMBER(10)', 'integer'],
    [{ type: 'NUMBER', precision: null, scale: 0 }, 'NUMBER(38,0)', 'bigint'],
    [{ type: 'NUMBER', precision: null, scale: null }, 'NUMBER', 'decimal'],
    [{ type: 'NUMBER', precision: 10, scale: 2 }, 'NUMBER(10,2)', 'decimal'],
    [{ type: 'FLOAT', precision: 126 }, 'FLOAT(126)', 'double'],
    [{ type: 'VARCHAR2', characters: 40, counts: 'C' }, 'VARCHAR2(40 CHAR)', 'string'],
    [{ type: 'VARCHAR2', characters: 40, counts: 'B' }, 'VARCHAR2(40)', 'string'],
    [{ type: 'NVARCHAR2', characters: 40, counts: 'C' }, 'NVARCHAR2(40)', 'string'],
    [{ type: 'RAW', bytes: 16 }, 'RAW(16)', 'binary'],
    [{ type: 'DATE' }, 'DATE', 'datetime'],
    [{ type: 'TIMESTAMP(6) WITH TIME ZONE', scale: 6 }, 'TIMESTAMP(6) WITH TIME ZONE', 'timestamptz'],
    [{ type: 'CLOB' }, 'CLOB', 'text'],
    [{ type: 'BLOB' }, 'BLOB', 'binary'],
    [{ type: 'BINARY_DOUBLE' }, 'BINARY_DOUBLE', 'double'],
  ])('have the type of the catalog row %j', (row, dbType, type) => {
    const found = oracleCatalogType(row)
    expect([found.dbType, oracleSimpleType(found)]).toEqual([dbType, type])
  })
})
