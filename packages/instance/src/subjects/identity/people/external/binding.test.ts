import { expect, it } from 'vitest'
import { bindingCookie, newBinding, sentBinding } from './sign-in-states.ts'

const secure = { origin: 'https://millwright.test' }
const beneath = { origin: 'https://millwright.test/some/path' }
const local = { origin: 'http://localhost:8080' }
const sent = (cookie: string) => ({ headers: { cookie } })

it('ignores over HTTPS a cookie that another host of the domain could have set', () => {
  const binding = newBinding()
  expect(sentBinding(sent(`millwright-sign-in=${binding}`), secure)).toBeNull()
  expect(sentBinding(sent(`__Host-millwright-sign-in=${binding}`), local)).toBeNull()
  expect(sentBinding(sent(`__Host-millwright-sign-in=${binding}`), beneath)).toBeNull()
  expect(sentBinding(sent(`__Host-millwright-sign-in=${binding}`), { ...secure, crossSite: true })).toBeNull()
})

it.each([
  [secure, /^__Host-millwright-sign-in=[\w-]{32}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/],
  [{ ...secure, crossSite: true }, /^__Host-millwright-sign-in-posted=.*; Path=\/; .*; SameSite=None; Secure$/],
  [beneath, /^__Secure-millwright-sign-in=.*; Path=\/some\/path; .*; SameSite=Lax; Secure$/],
  [local, /^millwright-sign-in=[\w-]{32}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/],
])('reads the cookie where it was set: %j', (place, form) => {
  const binding = newBinding()
  const cookie = bindingCookie(binding, place)
  expect(cookie).toMatch(form)
  expect(sentBinding(sent(`a=b; ${cookie.split(';')[0]}; c=d`), place)).toBe(binding)
})
