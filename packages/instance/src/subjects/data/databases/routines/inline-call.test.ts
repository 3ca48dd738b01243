import { expect, it } from 'vitest'
import { readInlineCall } from './call-arguments.ts'

it.each(["p('a", 'p(1', "p('a'b)", 'p(1))x', "p('a',", "p(1,'a'')"])('rejects %s', (path) => {
  expect(() => readInlineCall(path)).toThrow(expect.objectContaining({ status: 400 }))
})

it.each([
  ['p', null],
  ['p()', []],
  ['p( )', []],
  ['p(1)', ['1']],
  ["p(1, 'x' ,-2.50)", ['1', 'x', '-2.50']],
  ['p(\'O\'\'Neil\',"say ""hi""")', ["O'Neil", 'say "hi"']],
  ["p('a,b)','')", ['a,b)', '']],
  ['p(null,TRUE,false,word)', [null, true, false, 'word']],
  ['p(1,,2)', ['1', null, '2']],
])('parses %s', (path, values) => {
  expect(readInlineCall(path)).toEqual({ name: 'p', values })
})
