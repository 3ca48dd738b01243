import type { Session } from '@millwright/contract/wire/session'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Channel, createSession } from './session.ts'

const answer = (id: number, token = `token ${id}`): Session => ({
  session_token: token,
  session_id: token,
  id,
  name: 'Ann',
  first_name: null,
  last_name: null,
  email: 'ann@example.test',
  is_sys_admin: true,
  is_root_admin: false,
  last_login_date: null,
  host: '',
})

/** A browser whose tabs receive each other's messages. */
function browser() {
  const ears: ((message: unknown) => void)[] = []
  return (tab: Storage | null = null) => {
    const channel: Channel = {
      post: (message) => {
        for (const ear of ears) if (ear !== own) ear(structuredClone(message))
      },
      listen: (hear) => {
        own = hear
        ears.push(hear)
      },
    }
    let own: ((message: unknown) => void) | null = null
    return createSession({ remembered: localStorage, tab, channel })
  }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the stored session', () => {
  test('is not read from storage with other content', () => {
    for (const rubbish of ['{', '[]', 'null', '{"user":{"id":"1"}}', '{"user":{"session_token":"x"}}']) {
      localStorage.setItem('millwright.session', rubbish)
      expect(createSession({ remembered: localStorage, tab: null, channel: null }).current()).toBeNull()
    }
  })

  test('does not contain the legacy copy of the token', () => {
    const session = createSession({ remembered: null, tab: sessionStorage, channel: null })
    session.signIn(answer(1), false)
    expect(session.current()).not.toHaveProperty('session_id')
    expect(sessionStorage.getItem('millwright.session')).not.toContain('session_id')
  })

  test('ends with the tab unless it is to be remembered', () => {
    const session = createSession({ remembered: localStorage, tab: sessionStorage, channel: null })
    session.signIn(answer(1), false)
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 1])
    session.signIn(answer(1), true)
    expect([localStorage.length, sessionStorage.length]).toEqual([1, 0])
    session.signOut()
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  test('adopts a refreshed token and a new name, and preserves the rest', () => {
    const session = createSession({ remembered: null, tab: sessionStorage, channel: null })
    session.signIn(answer(1), false)
    session.update({ session_token: 'fresh', name: 'Ann Lee' })
    expect(session.current()).toMatchObject({ id: 1, session_token: 'fresh', name: 'Ann Lee', is_sys_admin: true })
  })
})

describe('several tabs', () => {
  test('share the signed-in user with a new tab', async () => {
    const open = browser()
    open(sessionStorage).signIn(answer(1), false)
    const second = open()
    expect(second.current()).toBeNull()
    await second.askOtherTabs(1000)
    expect(second.current()?.id).toBe(1)
  })

  test('do not delay a lone tab longer than the timeout', async () => {
    const lone = browser()()
    await lone.askOtherTabs(1)
    expect(lone.current()).toBeNull()
  })

  test('are all signed out together, but not another user', () => {
    const open = browser()
    const first = open()
    const second = open()
    const stranger = open()
    first.signIn(answer(1), false)
    stranger.signIn(answer(2), false)
    expect(second.current()?.id).toBe(1)
    first.signOut()
    expect(second.current()).toBeNull()
    expect(stranger.current()?.id).toBe(2)
  })

  test('keep a session that one of them dropped', () => {
    const open = browser()
    const first = open()
    const second = open()
    first.signIn(answer(1), false)
    first.drop()
    expect([first.current(), second.current()?.id]).toEqual([null, 1])
  })

  test('of the same user all receive a fresh token', () => {
    const open = browser()
    const first = open()
    const second = open()
    first.signIn(answer(1), false)
    first.update({ session_token: 'fresh' })
    expect(second.current()?.session_token).toBe('fresh')
  })
})

test('notifies listeners of every change until they unsubscribe', () => {
  const session = createSession({ remembered: null, tab: null, channel: null })
  const heard: (number | undefined)[] = []
  const leave = session.subscribe(() => heard.push(session.current()?.id))
  session.signIn(answer(1), false)
  session.signOut()
  leave()
  session.signIn(answer(2), false)
  expect(heard).toEqual([1, undefined])
})
