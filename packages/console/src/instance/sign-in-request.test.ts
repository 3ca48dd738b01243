import type { Session } from '@millwright/contract/wire/session'
import { expect, onTestFinished, test } from 'vitest'
import { session } from './browser-session.ts'
import { promptSignIn } from './sign-in-request.ts'

const answer = (token: string): Session => ({
  session_token: token,
  session_id: token,
  id: 1,
  name: 'Ann',
  first_name: null,
  last_name: null,
  email: 'ann@example.test',
  is_sys_admin: true,
  is_root_admin: false,
  last_login_date: null,
  host: '',
})

test('a prompt to sign in again ends once another window has renewed the session, even before its dialog is shown', async () => {
  onTestFinished(() => session.signOut())
  session.signIn(answer('old'), false)
  const signedIn = promptSignIn('Token has expired.')
  session.signIn(answer('new'), false)
  expect(await signedIn).toBe(true)
})
