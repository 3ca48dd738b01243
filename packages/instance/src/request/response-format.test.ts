import { describe, expect, it } from 'vitest'
import { responseFormat } from './response-format.ts'

const ask = ({ accept, ...params }: { accept?: string | undefined; file?: string }, acceptParam?: string) =>
  responseFormat({
    params: { ...params, ...(acceptParam !== undefined && { accept: acceptParam }) },
    resource: '_table/user',
    headers: accept === undefined ? {} : { accept },
  })

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
    expect(ask({ accept })).toEqual({ format, file: null })
  })

  it('is that of the parameter rather than the header', () => {
    expect(ask({ accept: 'text/csv' }, 'application/xml').format).toBe('xml')
  })

  it.each([
    ['user.csv', 'csv', 'user.csv'],
    ['people.XML', 'xml', 'people.XML'],
    ['true', 'json', 'user.json'],
    ['report', 'json', 'report.json'],
  ])('is, for the file %s, %s', (file, format, name) => {
    expect(ask({ file })).toEqual({ format, file: name })
  })

  it('is not a file if the parameter means no', () => {
    expect(ask({ file: 'false' }).file).toBeNull()
  })
})
