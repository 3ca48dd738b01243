import { describe, expect, it } from 'vitest'
import { type FormatWishes, responseFormat } from './response-format.ts'

const ask = (wishes: Partial<FormatWishes>) =>
  responseFormat({ accept: undefined, acceptParam: undefined, file: undefined, resource: 'user', ...wishes })

describe('the format of a response', () => {
  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['image/png', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['text/csv', 'csv'],
    ['application/xml', 'xml'],
    ['text/xml, */*;q=0.1', 'xml'],
    ['application/json;q=0.5, text/csv', 'csv'],
    ['text/csv;q=0, application/xml;q=x', 'json'],
  ])('is, for Accept %s, %s', (accept, format) => {
    expect(ask({ accept })).toEqual({ format, disposition: null })
  })

  it('is that of the parameter rather than the header', () => {
    expect(ask({ accept: 'text/csv', acceptParam: 'application/xml' }).format).toBe('xml')
  })

  it.each([
    ['user.csv', 'csv', 'attachment; filename="user.csv"'],
    ['people.XML', 'xml', 'attachment; filename="people.XML"'],
    ['true', 'json', 'attachment; filename="user.json"'],
    ['report', 'json', 'attachment; filename="report.json"'],
    ['a/..\\b\r\n.csv', 'csv', 'attachment; filename="a_.._b_.csv"'],
  ])('is, for the file %s, %s', (file, format, disposition) => {
    expect(ask({ file })).toEqual({ format, disposition })
  })

  it('supports file names in any script', () => {
    expect(ask({ file: 'жук.csv' }).disposition).toBe(
      `attachment; filename="___.csv"; filename*=UTF-8''${encodeURIComponent('жук.csv')}`,
    )
  })

  it('is not a file if the parameter means no', () => {
    expect(ask({ file: 'false' }).disposition).toBeNull()
  })
})
