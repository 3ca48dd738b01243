import { maskedEvent } from '@millwright/connector/masked'
import { expect, it } from 'vitest'
import { hidingFrom } from './run-log.ts'

const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`

it('hides passwords and tokens of events, also in the body text', () => {
  const request = {
    payload: { password: 'open sesame', note: token, cookie: null },
    content: '{"password":"open sesame"}',
  }
  expect(maskedEvent({ request })).toEqual({
    request: {
      payload: { password: '**********', note: '**********', cookie: null },
      content: '{"password":"**********","note":"**********","cookie":null}',
    },
  })
})

it('truncates what is long, deep or numerous', () => {
  let deep: object = {}
  for (let at = 0; at < 2_000; at++) deep = { deep }
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, { at }]))
  const text = JSON.stringify(maskedEvent({ text: 'x'.repeat(10_000), deep, list: Array(1_000).fill(1), many }))
  expect(text.length).toBeLessThan(200_000)
})

it('masks secrets of the event and private lookup keys anywhere in the output of a script', () => {
  const event = { request: { payload: { resource: [{ password: ['open sesame'] }], name: 'Ann' } } }
  const hide = hidingFrom(event, ['private value', 'abc'])
  expect(hide(`Ann abc open sesame, private value; ${token}!`)).toBe('Ann abc **********, **********; **********!')
})
