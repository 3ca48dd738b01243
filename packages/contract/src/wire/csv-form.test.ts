import { describe, expect, it } from 'vitest'
import { numberWithPoint, recognizeCsv } from './csv-form.ts'
import { EncodingRecognizer } from './text-encoding.ts'

const comma = { delimiter: ',', decimalComma: false, hasHeader: true, skip: 0 } as const
const semicolon = { ...comma, delimiter: ';' } as const

describe('the form of a CSV file', () => {
  it.each([
    ['an empty file', '', comma],
    ['one column', 'name\nAnn\n', comma],
    ['one column of sentences', 'text\nhello, you\nyes\n', comma],
    ['rows with fewer cells than names', 'a,b,c\n1,2\n3\n', comma],
    ['semicolons within quotes', 'a,b\n1,"x;y"\n', comma],
    ['a name with a semicolon', 'id,"a;b"\n1,2\n', comma],
    ['semicolons', 'a;b\n1;2\n', semicolon],
    ['semicolons and sentences', 'a;b\n1;x, y, z\n2;u, v\n', semicolon],
    ['tabs', 'a\tb\n1\t2\n', { ...comma, delimiter: '\t' }],
    ['pipes', 'a|b\n1|2\n', { ...comma, delimiter: '|' }],
    ['CR as line end', 'a;b\r1;2\r', semicolon],
    ['a decimal comma', 'a;b\n1,5;2\n', { ...semicolon, decimalComma: true }],
    ['a decimal comma and groups', 'a;b\n1.234,5;2\n', { ...semicolon, decimalComma: true }],
    ['commas and points in numbers', 'a;b\n1,5;2.5\n', semicolon],
    ['a byte order mark', '\ufeffa;b\n1;2\n', { ...semicolon, skip: 1 }],
    ['a line for spreadsheets', 'sep=;\r\na,b;c\r\n1;2\r\n', { ...semicolon, skip: 7 }],
    ['that line, marked and quoted', '\ufeff"sep=|"\na\n1\n', { ...comma, delimiter: '|', skip: 9 }],
    ['no names', '1;Ann\n2;Ben\n', { ...semicolon, hasHeader: false }],
    ['names that are numbers', 'id,2024\nx,y\n', comma],
  ] as const)('is recognized for %s', (_, text, form) => {
    expect(recognizeCsv(text)).toEqual(form)
  })

  it('is as told, whatever it looks like', () => {
    const told = { delimiter: ',', decimalComma: true, hasHeader: false } as const
    expect(recognizeCsv('a;b\n1;2\n', told)).toEqual({ ...told, skip: 0 })
    expect(recognizeCsv('sep=;\na;b\n', { delimiter: '|' })).toMatchObject({ delimiter: '|', skip: 6 })
  })

  it('is recognized by the beginning of a large file', () => {
    expect(recognizeCsv(`a;b\n${'1,5;2\n'.repeat(100_000)}`)).toEqual({ ...semicolon, decimalComma: true })
  })
})

it('converts numbers with a decimal comma, and tells those that may mean either', () => {
  expect(['1,5', '-1.234.567,25', '7', '1,5e3', 'x', '1.234', '12.34,5'].map(numberWithPoint)).toEqual([
    '1.5',
    '-1234567.25',
    '7',
    '1.5e3',
    'x',
    null,
    '12.34,5',
  ])
})

it.each([
  ['utf-8', [0x4d, 0xc3, 0xbc]],
  ['utf-8', [0xef, 0xbb, 0xbf, 0x61]],
  ['utf-16le', [0xff, 0xfe, 0x61, 0]],
  ['utf-16be', [0xfe, 0xff, 0, 0x61]],
  ['windows-1252', [0x4d, 0xfc]],
  ['windows-1252', [0x61, 0xc3]],
] as const)('recognizes %s, byte by byte', (encoding, bytes) => {
  const recognizer = new EncodingRecognizer()
  for (const byte of bytes) recognizer.read(Uint8Array.of(byte))
  expect(recognizer.end()).toBe(encoding)
})
