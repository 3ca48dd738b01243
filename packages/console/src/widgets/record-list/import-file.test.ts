import { expect, test } from 'vitest'
import { readImportFile } from './import-file.ts'

test('what is no file of records is left to the instance', () => {
  expect(readImportFile('', 'csv')).toBeNull()
  expect(readImportFile('{', 'json')).toBeNull()
  expect(readImportFile('<people><resource></people>', 'xml')).toBeNull()
  expect(readImportFile('<people><person/></people>', 'xml')).toBeNull()
})

test('a table is cut between its records, and each piece has the heading', () => {
  const file = readImportFile('email,name\r\na@x,"Ann\r\nLee"\r\n\r\nb@x,"say ""hi"""\nc@x,Cat', 'csv')
  expect(file?.count).toBe(3)
  expect(file?.piece(0, 2)).toBe('email,name\na@x,"Ann\r\nLee"\nb@x,"say ""hi"""\n')
  expect(file?.piece(2, 4)).toBe('email,name\nc@x,Cat\n')
})

test.each(['{"resource":[{"a":1},{"a":2}]}', '[{"a":1},{"a":2}]'])('JSON is cut, wrapped or not', (text) => {
  const file = readImportFile(text, 'json')
  expect(file?.count).toBe(2)
  expect(file?.piece(1, 2)).toBe('{"resource":[{"a":2}]}')
})

test('a single record is a file of one', () => {
  expect(readImportFile('{"a":1}', 'json')?.count).toBe(1)
  expect(readImportFile('<resource><a>1</a></resource>', 'xml')?.count).toBe(1)
})

test('XML is cut between its resources', () => {
  const text = '<?xml version="1.0" ?><people>\n<resource><a>1</a></resource><resource><a>&amp;</a></resource></people>'
  const file = readImportFile(text, 'xml')
  expect(file?.count).toBe(2)
  expect(file?.piece(1, 2)).toContain('<records><resource><a>&amp;</a></resource></records>')
})
