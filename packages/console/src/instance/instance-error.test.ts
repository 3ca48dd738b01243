import { describe, expect, test } from 'vitest'
import { decodeEntities } from './html-entities.ts'
import { messageOf, readError, unknownError } from './instance-error.ts'

describe('the message of an error response', () => {
  test.each<[string, unknown, string]>([
    ['nothing', null, unknownError()],
    ['an empty text', '', unknownError()],
    ['a page', '<!DOCTYPE html><h1>500</h1>', unknownError()],
    ['a number', 7, unknownError()],
    ['an envelope without a message', { error: { code: 500 } }, unknownError()],
    ['an envelope of something else', { error: 12 }, unknownError()],
    ['a plain text', 'Out of paper.', 'Out of paper.'],
    ['a text in the envelope', { error: 'Out of ink.' }, 'Out of ink.'],
    ['an envelope', { error: { code: 404, context: null, message: 'Not here.', status_code: 404 } }, 'Not here.'],
    ['an envelope without context and status', { error: { code: 500, message: 'Oh.' } }, 'Oh.'],
    ['a code that is a text', { error: { code: '23000', message: 'Taken.' } }, 'Taken.'],
    ['a message without an envelope', { message: 'Bare.' }, 'Bare.'],
  ])('is read from %s', (_, body, message) => {
    expect(readError(500, body).message).toBe(message)
  })

  test('is plain text, even if a server escaped it for HTML', () => {
    const { message } = readError(400, {
      error: { code: 400, message: 'Use {&quot;a&quot;:1} &amp; &lt;b&gt; &#039;c&#x27;.' },
    })
    expect(message).toBe(`Use {"a":1} & <b> 'c'.`)
  })

  test('names each failed row of a batch, one per line', () => {
    const error = readError(400, {
      error: {
        code: 1000,
        message: 'Batch Error: some rows failed.',
        context: { error: [1, 2], resource: [{ id: 1 }, { message: 'Email is taken.', context: null }, 'Bad row.'] },
      },
    })
    expect(error.message).toBe('Email is taken.\nBad row.')
    expect(error.rowMessages).toEqual([
      { index: 1, message: 'Email is taken.' },
      { index: 2, message: 'Bad row.' },
    ])
  })

  test('is a sentence even if the rows of a batch are missing', () => {
    const error = readError(400, { error: { code: 1000, message: 'Some failed.', context: { error: [3] } } })
    expect(error.message).toBe(unknownError())
    expect(readError(400, { error: { code: 1000, message: 'Some failed.', context: null } }).message).toBe(
      'Some failed.',
    )
  })
})

describe('field messages', () => {
  test('are read from the context of a validation error', () => {
    const error = readError(400, {
      error: { code: 400, message: 'Invalid.', context: { email: ['Taken.'], name: 'Short.' } },
    })
    expect(error.fieldMessages).toEqual({ email: ['Taken.'], name: ['Short.'] })
  })

  test('are empty if the context is the rejected record', () => {
    const context = { name: 'Slow', type: 'instance', rate: 5, verb: null, is_active: true }
    const error = readError(400, { error: { code: 400, message: 'Exists already.', context } })
    expect(error.fieldMessages).toEqual({})
  })

  test('are read from the only row of a batch of one, which is how records are created', () => {
    const row = { code: 400, message: 'Invalid.', context: { email: ['Taken.'] } }
    const error = readError(400, { error: { code: 1000, message: 'x', context: { error: [0], resource: [row] } } })
    expect(error.fieldMessages).toEqual({ email: ['Taken.'] })
  })

  test('are empty if several rows failed', () => {
    const row = { message: 'Invalid.', context: { email: ['Taken.'] } }
    const error = readError(400, {
      error: { code: 1000, message: 'x', context: { error: [0, 1], resource: [row, row] } },
    })
    expect(error.fieldMessages).toEqual({})
  })
})

test('reports a concurrent change as a conflict with the current record', () => {
  const error = readError(412, { error: { code: 412, message: 'Changed.', context: { id: 3, name: 'New' } } })
  expect(error.kind).toBe('conflict')
  expect(error.context).toEqual({ id: 3, name: 'New' })
  expect(error.fieldMessages).toEqual({})
})

test('reads the time to wait in seconds', () => {
  expect(readError(429, { error: 'Slow down.' }, '30').retryAfter).toBe(30)
  expect(readError(429, { error: 'Slow down.' }, 'tomorrow').retryAfter).toBeNull()
})

test('returns a sentence for anything thrown', () => {
  expect(messageOf('Plain.')).toBe('Plain.')
  expect(messageOf(new Error('Made.'))).toBe('Made.')
  expect(messageOf(undefined)).toBe(unknownError())
  expect(messageOf(new Error(''))).toBe(unknownError())
})

test('leaves unknown and impossible entities unchanged', () => {
  expect(decodeEntities('&bogus; &#0; &#x110000; &#128512; a&b')).toBe('&bogus; &#0; &#x110000; 😀 a&b')
  expect(decodeEntities('&amp;lt;')).toBe('&lt;')
})
