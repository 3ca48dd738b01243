import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createServiceKinds } from '../../../service-kinds.ts'
import { acceptSetting, type SettingShape } from './accept-setting.ts'

const settings = createServiceKinds().all.flatMap(({ config }) => Object.entries(config ?? {}))

test.each<[SettingShape, unknown, string]>([
  [{ type: 'string' }, 'x'.repeat(256), 'a must not have more than 255 characters.'],
  [{ type: 'string' }, 'a\0b', 'a must not contain a NUL character.'],
  [{ type: 'string' }, true, 'a must be a text.'],
  [{ type: 'string', required: true }, '  ', 'a is required.'],
  [{ type: 'text', format: 'host' }, 'two hosts', 'a must be a host name or an address.'],
  [{ type: 'text', format: 'url' }, 'example.com', 'a must be an address such as https://example.com.'],
  [{ type: 'text', format: 'mail_address' }, 'nobody', 'a must be an email address.'],
  [{ type: 'string', oneOf: ['tls', 'ssl'] }, 'rot13', 'a must be one of tls, ssl.'],
  [{ type: 'integer' }, 1.5, 'a must be a whole number.'],
  [{ type: 'integer' }, '99999999999', 'a must be a whole number.'],
  [{ type: 'integer', between: [1, 9] }, 10, 'a must be 1 to 9.'],
  [{ type: 'verb_mask' }, 32, 'a must be 0 to 31.'],
  [{ type: 'boolean' }, 'perhaps', 'a must be true or false.'],
  [{ type: 'picklist', values: [{ name: 'x', label: 'X' }] }, 'y', 'a is not one of its options.'],
  [{ type: 'picklist', source: 'role' }, 'first', 'a must be the id of one of its options.'],
  [{ type: 'multi_picklist', values: [] }, ['x'], 'a contains values that are not options.'],
  [{ type: 'array', items: 'string' }, [[]], 'a must be a list of texts.'],
  [
    { type: 'array', items: { b: { authority: 'plain', type: 'string', required: true } } },
    [{ b: 'x' }, {}],
    'a, row 2: b is required.',
  ],
  [
    { type: 'array', items: { b: { authority: 'plain', type: 'string', unique: true } } },
    [{ b: 'x' }, { b: 'x' }],
    'a must name each b only once.',
  ],
  [{ type: 'array', items: 'string' }, {}, 'a must be a list of texts.'],
  [{ type: 'array', items: { b: { authority: 'plain', type: 'string' } } }, 'all', 'a must be a list of rows with b.'],
  [{ type: 'object' }, [1], 'a must be an object.'],
])('a %j is not %j: %s', (field, sent, problem) => {
  expect(acceptSetting('a', field, sent)).toEqual({ problem })
})

test.each<[SettingShape, unknown, unknown]>([
  [{ type: 'text', format: 'host' }, ' {db_host} ', '{db_host}'],
  [{ type: 'string', oneOf: ['tls'] }, 'TLS ', 'tls'],
  [{ type: 'string' }, 42, '42'],
  [{ type: 'string', default: 'x' }, '', 'x'],
  [{ type: 'integer', from: 1, default: 1000 }, 0, 1000],
  [{ type: 'integer' }, ' 7 ', 7],
  [{ type: 'boolean' }, 'TRUE', true],
  [{ type: 'picklist', source: 'role' }, 0, null],
  [{ type: 'array', items: 'string' }, ['a', ' ', 3], ['a', '3']],
  [{ type: 'array', items: { b: { authority: 'plain', type: 'boolean', default: true } } }, [{ c: 1 }], [{ b: true }]],
  [{ type: 'array', items: 'string' }, 'a', ['a']],
  [{ type: 'array', items: { b: { authority: 'plain', type: 'string' } } }, { b: 'x' }, [{ b: 'x' }]],
  [{ type: 'object' }, [], {}],
])('a %j accepts %j as %j', (field, sent, value) => {
  expect(acceptSetting('a', field, sent)).toEqual({ value })
})

test('any value of any setting is accepted or rejected with a sentence, and an accepted value is stable', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{key}', '', ' ', 'a@b', '1', 'true', 'tls'))
  const sent = fc.oneof(fc.jsonValue(), text, fc.array(fc.object()), fc.dictionary(text, fc.jsonValue()))
  fc.assert(
    fc.property(fc.constantFrom(...settings), sent, ([name, field], value) => {
      const accepted = acceptSetting(name, field, value)
      if ('problem' in accepted) expect(accepted.problem).toMatch(/^\w.*\.$/s)
      else if (accepted.value !== null) expect(acceptSetting(name, field, accepted.value)).toEqual(accepted)
    }),
    { numRuns: 500 },
  )
})
