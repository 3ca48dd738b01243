import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { snowflakeProblem } from './snowflake-client.ts'
import { snowflakeComplaints, snowflakeSettings } from './snowflake-settings.ts'
import { bindings, snowflakeValue } from './snowflake-values.ts'

describe('Snowflake responses and settings that the stand-in does not cover', () => {
  it.each([
    ['408', {}, 504],
    ['429', {}, 503],
    ['500', { message: 'Out of order.' }, 503],
    ['422', { code: '000606' }, 503],
    ['422', { code: '000630' }, 504],
    ['422', { code: '002003', message: "Object 'T' does not exist." }, 404],
    ['422', { code: '003001', message: 'Insufficient privileges.' }, 403],
    ['422', { code: '100072' }, 400],
    ['422', { code: '001003' }, 400],
    ['422', { sqlState: '57P03', message: 'Suspended.' }, 503],
    ['422', {}, 400],
  ])('turns %s with %j into a problem with %i', (status, answer, refused) => {
    expect(snowflakeProblem(Number(status), answer, 'at x')).toMatchObject({ status: refused })
  })

  it('rejects invalid accounts, URLs and keys, but accepts lookup keys', () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    const odd = { account: 'a/b', endpoint: 'ftp://x.test', private_key: curve }
    expect(Object.keys(snowflakeComplaints(odd))).toEqual(['account', 'endpoint', 'private_key'])
    expect(snowflakeComplaints({ account: '{a}', endpoint: '{e}', private_key: '{k}' })).toEqual({})
    expect(() => snowflakeSettings({ account: 'a', private_key: 'none' })).toThrow('the private key')
  })

  it('omits the region from account names in tokens', () => {
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    const named = (account: string) => snowflakeSettings({ account, private_key: key }).account
    expect([named('myorg-shop'), named('xy12345.eu-central-1.aws'), named('xy-a1.global')]).toEqual([
      'MYORG-SHOP',
      'XY12345',
      'XY',
    ])
  })

  it.each([
    ['fixed', 0, '9007199254740993', 9_007_199_254_740_993n],
    ['fixed', 2, '1.50', '1.50'],
    ['real', 0, 'NaN', 'NaN'],
    ['date', 0, '-1', '1969-12-31'],
    ['time', 9, '37230.500000000', '10:20:30.5'],
    ['timestamp_ntz', 9, '1709202030.000000000', '2024-02-29 10:20:30'],
    ['timestamp_ntz', 9, '-0.250000000', '1969-12-31 23:59:59.75'],
    ['timestamp_ltz', 9, '0.000000000', '1970-01-01 00:00:00+00:00'],
    ['timestamp_tz', 9, '1709202030.000000000 1770', '2024-02-29 15:50:30+05:30'],
    ['timestamp_tz', 9, '1709202030.000000000 1230', '2024-02-29 06:50:30-03:30'],
    ['variant', 0, '{"a":1}', '{"a":1}'],
    ['boolean', 0, null, null],
  ])('reads %s with %i fractional digits: %s', (type, scale, cell, value) => {
    expect(snowflakeValue(cell, { type, scale })).toEqual(value)
  })

  it('binds values by their types', () => {
    expect(bindings([1n, 1.5, 'x', true, null, new Uint8Array([255])])).toEqual({
      1: { type: 'FIXED', value: '1' },
      2: { type: 'REAL', value: '1.5' },
      3: { type: 'TEXT', value: 'x' },
      4: { type: 'BOOLEAN', value: 'true' },
      5: { type: 'TEXT', value: null },
      6: { type: 'BINARY', value: 'ff' },
    })
  })
})
