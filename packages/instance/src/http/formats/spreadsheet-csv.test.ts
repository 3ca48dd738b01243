import { describe, expect, it } from 'vitest'
import { wantedCsv } from './csv-options.ts'
import { readSentBody } from './read-body.ts'
import { writeBody } from './write-body.ts'

const bounds = { values: 1000, batch: 100 }
const read = async (body: string | Uint8Array, type = 'text/csv') => readSentBody(body, type, bounds)
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe('a CSV body', () => {
  it.each([
    ['a,b\n1,2', 'text/csv; delimiter=space', "'space' is no delimiter"],
    ['a,b\n1,2', 'text/csv; decimal=dot', "'dot' is no decimal"],
    ['a,b\n1,2', 'text/csv; header=maybe', "'maybe' is no header"],
    ['1,2', 'text/csv; header=absent', 'names its columns'],
    ['1,2', 'text/csv; columns="a,b"', 'names its columns'],
    ['1,2', 'text/csv; header=absent; columns="a,a"', 'twice'],
    ['1,2', 'text/csv; header=absent; columns="a"', 'Record 1'],
    ['a;b\n1;2;3', 'text/csv', 'Record 1'],
  ])('%j of the type %s is rejected', async (body, type, message) => {
    await expect(read(body, type)).rejects.toMatchObject({ status: 400, message: expect.stringContaining(message) })
  })

  it.each([
    ['semicolons', 'a;b\r\n1;"x;y"\r\n', 'text/csv', { a: '1', b: 'x;y' }],
    ['tabs', 'a\tb\n1\tx', 'text/csv', { a: '1', b: 'x' }],
    ['pipes', 'a|b\n1|x', 'text/csv', { a: '1', b: 'x' }],
    ['no type', 'a;b\n1;x', undefined, { a: '1', b: 'x' }],
    ['a line for spreadsheets', '\ufeffsep=;\r\na;b\r\n1;x', 'text/csv', { a: '1', b: 'x' }],
    ['CR', 'a,b\r1,x\r', 'text/csv', { a: '1', b: 'x' }],
    ['a told delimiter', 'a;b\n1;x', 'text/csv; delimiter=comma', { 'a;b': '1;x' }],
    ['no header', '1;x', 'text/csv; header=absent; columns="a, b"; delimiter=semicolon', { a: '1', b: 'x' }],
    ['Windows-1252', latin('a;b\n1;\u00e4'), 'text/csv', { a: '1', b: 'ä' }],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeffa;b\n1;ä', 'utf16le')), 'text/csv', { a: '1', b: 'ä' }],
    ['a told charset', latin('a;b\n1;\u00e4'), 'text/csv; charset=iso-8859-2', { a: '1', b: 'ä' }],
  ])('with %s is read', async (_, body, type, record) => {
    expect(await readSentBody(body, type, bounds)).toEqual({ format: 'csv', payload: { resource: [record] } })
  })

  it('tells whether its numbers have a decimal comma', async () => {
    expect(await read('a;b\n1,5;x')).toMatchObject({ decimalComma: true, payload: { resource: [{ a: '1,5' }] } })
    expect(await read('a;b\n1,5;2.5')).not.toHaveProperty('decimalComma')
    expect(await read('a,b\n"1,5",x', 'text/csv; decimal=comma')).toMatchObject({ decimalComma: true })
  })
})

describe('a CSV response', () => {
  const written = (accept: string) =>
    writeBody({ resource: [{ n: 1.5, t: '1.5', b: true }] }, 'csv', { csv: wantedCsv(accept) }).text

  it.each([
    ['text/csv;bom=maybe', "'maybe' is no bom"],
    ['text/csv;delimiter=x', "'x' is no delimiter"],
    ['text/csv;locale=no!', "'no!' is not a locale"],
  ])('is not written as %s', (accept, message) => {
    expect(() => wantedCsv(accept)).toThrow(message)
  })

  it('is found at once in an accept of any length', () => {
    expect(wantedCsv(`${'text/html,"'.repeat(200_000)}text/csv;bom=true`)).toMatchObject({ marked: false })
    expect(wantedCsv(`${','.repeat(1_000_000)}text/csv;bom=true`)).toMatchObject({ marked: true })
  })

  it.each([
    ['text/csv', 'n,t,b\n1.5,1.5,true\n'],
    ['text/csv;bom=true', '\ufeffn,t,b\n1.5,1.5,true\n'],
    ['application/json;q=0.1, text/csv;locale=de;bom=true', '\ufeffn;t;b\n1,5;1.5;true\n'],
    ['text/csv;locale=en-GB', 'n,t,b\n1.5,1.5,true\n'],
    ['text/csv;locale=de;delimiter=tab', 'n\tt\tb\n1,5\t1.5\ttrue\n'],
    ['text/csv;decimal=comma;delimiter=","', 'n,t,b\n"1,5",1.5,true\n'],
  ])('as %s', (accept, text) => {
    expect(written(accept)).toBe(text)
  })
})
