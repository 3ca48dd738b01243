import { Problem } from '@millwright/contract/problem'
import { expect, it } from 'vitest'
import { redirectWith, redirectWithoutToken } from './login-redirect.ts'

const base = 'https://millwright.test/some/path'
const redirect = (address: string) => ({ address, base, refusal: 'sign_in_error' }) as const

it('returns people who are refused to the page beneath the path of the instance', async () => {
  const refused = redirectWith(redirect('/login?session_token=_token_'), async () => {
    throw new Problem(401, 'No.')
  })
  expect((await refused).headers).toMatchObject({ location: `${base}/login?sign_in_error=untrusted` })
})

it.each([
  ['/login?session_token=_token_', `${base}/login?session_token=a%2Fb`],
  ['https://app.test/in?t=_token_', 'https://app.test/in?t=a%2Fb'],
  ['//app.test/in?t=_token_', 'https://app.test/in?t=a%2Fb'],
])('leads to %s, as paths are those of the instance', async (address, location) => {
  const { headers } = await redirectWith(redirect(address), async () => 'a/b')
  expect(headers).toMatchObject({ location })
})

it('removes the parameter of the token', () => {
  expect(redirectWithoutToken('/login?session_token=_token_&a=1', base)).toBe(`${base}/login?a=1`)
})
