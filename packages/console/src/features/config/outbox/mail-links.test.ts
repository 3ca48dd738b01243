import { expect, test } from 'vitest'
import { mailLinks } from './mail-document.ts'

test.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.test', '/path', 'http://', ' JAVASCRIPT:alert(1)'])(
  '%j contains no link',
  (href) => {
    expect(mailLinks(`<a href="${href}">x</a>`, '')).toEqual([])
  },
)

test('each URL is listed once, with its query, without a trailing full stop', () => {
  const invite = 'http://localhost:8080/#/user-invite?code=1&email=a%40b.test'
  const html = `<p><a href="${invite.replace('&', '&amp;')}">Set your password</a></p>`
  expect(mailLinks(html, `Go to ${invite}.\n(or https://other.test/a)`)).toEqual([invite, 'https://other.test/a'])
})
