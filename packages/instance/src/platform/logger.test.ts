import { describe, expect, test } from 'vitest'
import { sentencesOf, withoutSecrets, withoutSent } from './log.ts'
import { createLogger } from './logger.ts'
import { inRequest } from './tracing/request-context.ts'

function written(
  format: 'json' | 'text',
  level: 'info' | 'error',
  write: (log: ReturnType<typeof createLogger>) => void,
) {
  const lines: string[] = []
  write(createLogger({ format, level, files: null }, { write: (line) => void lines.push(line) }))
  return lines
}

describe('the log', () => {
  test('leaves out entries below its level', () => {
    expect(written('json', 'error', (log) => log.warn('no'))).toEqual([])
  })

  test('writes one JSON object per line, with the stack in its own field and the id of the request', () => {
    const [line = '', ...more] = written('json', 'info', (log) =>
      inRequest({ id: 'r1' }, () => sentencesOf(log)('It failed: Error\n    at here\n    at there')),
    )
    expect(more).toEqual([])
    expect(line).toMatch(/^[^\n]+\n$/)
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      msg: 'It failed: Error',
      stack: ['at here', 'at there'],
      request_id: 'r1',
    })
  })

  test('replaces control characters in its text format, so that entries cannot control the terminal', () => {
    const [line = ''] = written('text', 'info', (log) =>
      log.info({ path: '/a\u001b[31m\u2028', status: 200 }, 'request\u0007'),
    )
    expect(line.replaceAll('\u001b[32m', '').replaceAll('\u001b[39m', '')).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} INFO {2}request\? path=\/a\?\[31m\? status=200\n$/,
    )
    const [failure = ''] = written('text', 'info', (log) =>
      log.error(
        { err: { type: 'Problem', message: 'away', stack: ['at a'], cause: { type: 'Error', message: 'refused' } } },
        'x',
      ),
    )
    expect(failure).toMatch(/ x\n {4}Problem: away\n {4}at a\n {4}Error: refused\n$/)
  })
})

test.each([
  ['connect to postgres://ada:word@db:5432/x failed', 'connect to postgres://…@db:5432/x failed'],
  ['GET https://host/path?key=word failed', 'GET https://host/path?… failed'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
  ['session_token=abc and "password": "word"', 'session_token=… and "password": "…"'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln', 'token …'],
])('removes credentials from %j', (text, safe) => expect(withoutSecrets(text)).toBe(safe))

test('removes what a request sent from messages about it', () => {
  expect(withoutSent('bad integer: "4711-x"', "filter=age = '4711-x'")).toBe('bad integer: "…"')
  expect(withoutSent('bad integer', 'filter=a')).toBe('bad integer')
})
