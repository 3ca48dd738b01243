import { createServer, type Socket } from 'node:net'
import type { Routine, RoutineParam } from '@millwright/connector/engine/routine'
import { describe, expect, it, onTestFinished } from 'vitest'
import { declared, sqlServerValue } from './sqlserver-connection.ts'
import { sqlServerDialect } from './sqlserver-dialect.ts'
import { sqlServerEngine } from './sqlserver-engine.ts'
import { readSqlServerDefault } from './sqlserver-introspection.ts'
import { sqlServerProblem } from './sqlserver-problem.ts'
import { callStatement } from './sqlserver-routines.ts'

describe('SQL Server, without a real server', () => {
  it('responds with 503 if the connection is refused or closed, or the server does not respond', async () => {
    const rude = await listening((line) => line.destroy())
    const silent = await listening((line) => line.resume())
    for (const [port, reason] of [
      [1, 'connection refused.'],
      [rude, 'the connection was lost.'],
      [silent, 'it does not respond.'],
    ] as const) {
      const config = { host: '127.0.0.1', port, database: 'shop', username: 'sa', password: 's3cret' }
      const database = sqlServerEngine.open({ ...config, options: { connect_timeout: 1 } })
      onTestFinished(() => database.close())
      const refused: Error = await Promise.resolve(database.run({ sql: 'SELECT 1', values: [] })).then(
        () => new Error('answered'),
        (error) => error,
      )
      expect(refused).toMatchObject({
        status: 503,
        message: `The database on 127.0.0.1:${port} cannot be used now: ${reason}`,
      })
    }
  })

  it.each([
    [
      2627,
      "Violation of UNIQUE KEY constraint 'undx_t_code'. Cannot insert duplicate key in object 'dbo.t'.",
      409,
      'unique',
      [],
    ],
    [
      515,
      "Cannot insert the value NULL into column 'name', table 'shop.dbo.t'; column does not allow nulls. INSERT fails.",
      400,
      'not-null',
      ['name'],
    ],
    [
      547,
      'The INSERT statement conflicted with the FOREIGN KEY constraint "fk". The conflict occurred in database "shop", table "dbo.r", column \'id\'.',
      400,
      'missing-reference',
      [],
    ],
    [
      547,
      'The DELETE statement conflicted with the REFERENCE constraint "fk". The conflict occurred in database "shop", table "dbo.t", column \'r_id\'.',
      409,
      'still-referenced',
      [],
    ],
    [
      547,
      'The UPDATE statement conflicted with the CHECK constraint "ck". The conflict occurred in database "shop", table "dbo.t", column \'age\'.',
      400,
      'check',
      ['age'],
    ],
    [
      2628,
      "String or binary data would be truncated in table 'shop.dbo.t', column 'name'. Truncated value: 'a'.",
      400,
      'too-long',
      ['name'],
    ],
  ])('describes error %i', (number, message, status, kind, columns) => {
    const error = Object.assign(new Error(message), { code: 'EREQUEST', number })
    expect(sqlServerProblem(error, 'on x:1433')).toMatchObject({ status, violation: { kind, columns } })
  })

  it('writes only null values into the SQL, and only at placeholders', () => {
    const sql = "UPDATE [odd @p1 ]] name] SET [a] = @p1, [b] = @p2, [c] = '@p1' WHERE [id] = @p10"
    const values = [null, 'x', ...Array.from({ length: 7 }, () => 1), 2n ** 62n]
    const { sql: text, parameters } = declared({ sql, values })
    expect(text).toBe("UPDATE [odd @p1 ]] name] SET [a] = NULL, [b] = @p2, [c] = '@p1' WHERE [id] = @p10")
    expect(parameters.at(0)).toEqual({ name: 'p2', type: 'NVarChar', value: 'x' })
    expect(parameters.at(-1)).toEqual({ name: 'p10', type: 'BigInt', value: '4611686018427387904' })
  })

  it.each([
    ["(N'it''s')", { literal: "it's" }],
    ['((1))', { literal: 1 }],
    ['((1.50))', { literal: '1.50' }],
    ['(getdate())', { expression: 'getdate()' }],
    ['((1)+(2))', { expression: '(1)+(2)' }],
    ["(')')", { literal: ')' }],
    ['(NULL)', null],
  ])('reads the default %s', (printed, read) => {
    expect(readSqlServerDefault(printed)).toEqual(read)
  })

  it('prints dates and times with the precision of their type, and keeps large integers', () => {
    const moment = Object.assign(new Date('2020-01-02T03:04:05.123Z'), { nanosecondsDelta: 0.0004567 })
    expect(sqlServerValue(moment, 'DateTime2', 7)).toBe('2020-01-02 03:04:05.1234567')
    expect(sqlServerValue(moment, 'DateTimeOffset', 0)).toBe('2020-01-02 03:04:05 +00:00')
    expect(sqlServerValue(moment, 'DateTime', undefined)).toBe('2020-01-02 03:04:05.123')
    expect(sqlServerValue(moment, 'Date', undefined)).toBe('2020-01-02')
    expect(sqlServerValue('9007199254740993', 'BigInt', undefined)).toBe(9_007_199_254_740_993n)
    expect(sqlServerValue('12', 'BigInt', undefined)).toBe(12)
  })

  it('calls procedures with variables for output parameters, and functions by position', () => {
    const param = (name: string, mode: RoutineParam['mode']): RoutineParam => ({
      name,
      mode,
      dbType: 'int',
      length: null,
      precision: null,
      scale: null,
      default: null,
      optional: true,
    })
    const routine: Routine = {
      schema: null,
      name: 'add]one',
      kind: 'procedure',
      answers: 'nothing',
      returnType: null,
      params: [param('n', 'IN'), param('left', 'IN'), param('sum', 'INOUT')],
    }
    expect(callStatement(routine, [1, undefined, null])).toEqual({
      sql: 'DECLARE @out2 int = @p2; EXEC [dbo].[add]]one] @n = @p1, @sum = @out2 OUTPUT; SELECT @out2 AS [sum];',
      values: [1, null],
    })
    const scalar: Routine = {
      ...routine,
      schema: 'hr',
      name: 'age',
      kind: 'function',
      answers: 'value',
      returnType: 'int',
    }
    expect(callStatement(scalar, [1, undefined, 3]).sql).toBe('SELECT [hr].[age](@p1, DEFAULT, @p2) AS [age]')
  })

  it('pages an unordered query with a neutral order', () => {
    expect(sqlServerDialect.page(25, 50, false)).toBe('ORDER BY (SELECT NULL) OFFSET 50 ROWS FETCH NEXT 25 ROWS ONLY')
  })
})

/** Starts a server that does not speak SQL Server's protocol, until the end of the test, and returns its port. */
async function listening(greet: (line: Socket) => void): Promise<number> {
  const server = createServer((line) => greet(line.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
