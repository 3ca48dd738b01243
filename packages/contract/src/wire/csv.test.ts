import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader, csvCell, csvLine, escapeFormula, readCsv } from './csv.ts'

describe('a CSV text', () => {
  it.each([
    ['a quote that is not closed', 'a\n1\n"x\ny', 'line 3: a quote is not closed'],
    ['a quote inside of a cell', 'a,b\n1,x"y"', 'line 2: a quote stands inside a cell'],
    ['more behind a closed quote', '"a\nb"\r\n"x"y', 'line 3: something stands behind a closed quote'],
    ['a row that is too long', 'ab,cd\nabcdefgh,i', 'line 2: a row is longer than 8 characters'],
    ['a row without an end', `a\n"${'x'.repeat(20)}`, 'line 2: a row is longer than 8 characters'],
  ])('is rejected for %s, with the line number', (_, text, sentence) => {
    expect(() => readCsv(text, { longestRow: 8 })).toThrow(sentence)
  })

  it.each<[string, string[][]]>([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\rb\r', [['a'], ['b']]],
    ['\ufeffa\n\ufeffb', [['a'], ['\ufeffb']]],
    ['"a,b","say ""hi""","two\nlines"', [['a,b', 'say "hi"', 'two\nlines']]],
    [',\n', [['', '']]],
    ['a,b,', [['a', 'b', '']]],
    ['a\n\n\r\nb', [['a'], ['b']]],
    ['""\nx', [[''], ['x']]],
    [' a , b ', [[' a ', ' b ']]],
    ['', []],
  ])('such as %j is parsed', (text, rows) => {
    expect(readCsv(text)).toEqual(rows)
  })

  it('is parsed the same however it is split into chunks', () => {
    const text = '\ufeffid,name\r\n1,"a ""quoted"", cell"\r\n2,"two\r\nlines"\r\n\r\n3,'
    for (let cut = 0; cut <= text.length; cut += 1) {
      const reader = new CsvReader()
      const rows = [...reader.read(text.slice(0, cut)), ...reader.read(text.slice(cut)), ...reader.end()]
      expect(rows, `cut at ${cut}`).toEqual(readCsv(text))
    }
  })

  it('from the clipboard may contain bare quotes and empty lines', () => {
    const rows = [['5" pipe', 'x'], [''], ['never\nclosed']]
    expect(readCsv('5" pipe\tx\n\n"never\nclosed', { delimiter: '\t', lenient: true })).toEqual(rows)
  })

  it('is parsed or rejected with a line, whatever it is', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '\ufeff') })
    const options = fc.record({ lenient: fc.boolean() })
    fc.assert(
      fc.property(text, options, (given, how) => {
        try {
          expect(Array.isArray(readCsv(given, how))).toBe(true)
        } catch (error) {
          expect([how.lenient, String(error)]).toEqual([false, expect.stringContaining('not valid CSV at line')])
        }
      }),
    )
  })

  it('is parsed in many pieces, also if a cell never ends', () => {
    const reader = new CsvReader()
    let rows = 0
    for (let piece = 0; piece < 2000; piece += 1) rows += reader.read(`1,"${'x'.repeat(200)}",\n`.repeat(100)).length
    for (let piece = 0; piece < 2000; piece += 1) rows += reader.read(piece === 0 ? '"' : 'x'.repeat(1000)).length
    expect(rows).toBe(200_000)
  })
})

describe('a CSV line', () => {
  it('quotes cells with delimiters, quotes or line breaks', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', '\r'])).toBe('a,"b,c","say ""hi""","two\nlines","\r"\n')
    expect(csvLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\n')
  })

  it('quotes cells with white space at either end, which many readers would trim', () => {
    expect(csvLine([' a', 'b ', '\tc', 'd\u00a0', 'e f'])).toBe('" a","b ","\tc","d\u00a0",e f\n')
  })

  it('distinguishes an empty text from null', () => {
    expect(csvLine(['', null, undefined, 'x'])).toBe('"",,,x\n')
    expect(csvCell('')).toBe('""')
  })

  it('is never empty, because an empty line is not a row', () => {
    expect(csvLine([null])).toBe('""\n')
    expect(readCsv(csvLine(['a']) + csvLine([null]))).toEqual([['a'], ['']])
  })

  it('is parsed as it was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', ' ', '\t', 'é', '\ufeff') })
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 })
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), (given, delimiter) => {
        expect(readCsv(given.map((row) => csvLine(row, delimiter)).join(''), { delimiter })).toEqual(given)
      }),
    )
  })
})

describe('a cell of a file for people', () => {
  it.each(['=1+1', '+1+1', '-1+1', '@sum(1)', '\t=1', '\r=1', '-', '+1,5'])(
    '%j is prevented from running as a formula',
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`)
    },
  )

  it.each(['', 'a', '-4', '+4.5', '1=1', ' =1'])('%j is unchanged', (text) => {
    expect(escapeFormula(text)).toBe(text)
  })
})
