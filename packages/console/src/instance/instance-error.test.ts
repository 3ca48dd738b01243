import { describe, expect, test } from 'vitest'
import { decodeEntities } from './html-entities.ts'
import { messageOf, readError, unknownError } from './instance-error.ts'

describe('the message of a refusal', () => {
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
  ])('of %s', (_, body, message) => {
    expect(readError(500, body).message).toBe(message)
  })

  test('is plain text, even when a server escaped it for a page', () => {
    const { message } = readError(400, {
      error: { code: 400, message: 'Use {&quot;a&quot;:1} &amp; &lt;b&gt; &#039;c&#x27;.' },
    })
    expect(message).toBe(`Use {"a":1} & <b> 'c'.`)
  })

  test('names each failed row of a batch, one a line', () => {
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

  test('of a batch whose rows are missing is still a sentence', () => {
    const error = readError(400, { error: { code: 1000, message: 'Some failed.', context: { error: [3] } } })
    expect(error.message).toBe(unknownError())
    expect(readError(400, { error: { code: 1000, message: 'Some failed.', context: null } }).message).toBe(
      'Some failed.',
    )
  })
})

describe('messages of fields', () => {
  test('come from the context of a validation problem', () => {
    const error = readError(400, {
      error: { code: 400, message: 'Invalid.', context: { email: ['Taken.'], name: 'Short.' } },
    })
    expect(error.fieldMessages).toEqual({ email: ['Taken.'], name: ['Short.'] })
  })

  test('are none when the context is the record that was refused', () => {
    const context = { name: 'Slow', type: 'instance', rate: 5, verb: null, is_active: true }
    const error = readError(400, { error: { code: 400, message: 'Exists already.', context } })
    expect(error.fieldMessages).toEqual({})
  })

  test('come from the only row of a batch of one, as creating is', () => {
    const row = { code: 400, message: 'Invalid.', context: { email: ['Taken.'] } }
    const error = readError(400, { error: { code: 1000, message: 'x', context: { error: [0], resource: [row] } } })
    expect(error.fieldMessages).toEqual({ email: ['Taken.'] })
  })

  test('are none when several rows failed', () => {
    const row = { message: 'Invalid.', context: { email: ['Taken.'] } }
    const error = readError(400, {
      error: { code: 1000, message: 'x', context: { error: [0, 1], resource: [row, row] } },
    })
    expect(error.fieldMessages).toEqual({})
  })
})

test('a record that changed meanwhile is a conflict that carries the present record', () => {
  const error = readError(412, { error: { code: 412, message: 'Changed.', context: { id: 3, name: 'New' } } })
  expect(error.kind).toBe('conflict')
  expect(error.context).toEqual({ id: 3, name: 'New' })
  expect(error.fieldMessages).toEqual({})
})

test('the time to wait is read in seconds', () => {
  expect(readError(429, { error: 'Slow down.' }, '30').retryAfter).toBe(30)
  expect(readError(429, { error: 'Slow down.' }, 'tomorrow').retryAfter).toBeNull()
})

test('anything thrown has a sentence', () => {
  expect(messageOf('Plain.')).toBe('Plain.')
  expect(messageOf(new Error('Made.'))).toBe('Made.')
  expect(messageOf(undefined)).toBe(unknownError())
  expect(messageOf(new Error(''))).toBe(unknownError())
})

test('unknown and impossible entities stay as they are', () => {
  expect(decodeEntities('&bogus; &#0; &#x110000; &#128512; a&b')).toBe('&bogus; &#0; &#x110000; 😀 a&b')
  expect(decodeEntities('&amp;lt;')).toBe('&lt;')
})
