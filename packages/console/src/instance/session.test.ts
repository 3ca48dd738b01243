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

/** A browser: what its tabs say to each other all the others hear. */
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

describe('what is kept', () => {
  test('nothing is read from storage that holds something else', () => {
    for (const rubbish of ['{', '[]', 'null', '{"user":{"id":"1"}}', '{"user":{"session_token":"x"}}']) {
      localStorage.setItem('millwright.session', rubbish)
      expect(createSession({ remembered: localStorage, tab: null, channel: null }).current()).toBeNull()
    }
  })

  test('the legacy copy of the token is dropped', () => {
    const session = createSession({ remembered: null, tab: sessionStorage, channel: null })
    session.signIn(answer(1), false)
    expect(session.current()).not.toHaveProperty('session_id')
    expect(sessionStorage.getItem('millwright.session')).not.toContain('session_id')
  })

  test('a session ends with the tab unless it is to be remembered', () => {
    const session = createSession({ remembered: localStorage, tab: sessionStorage, channel: null })
    session.signIn(answer(1), false)
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 1])
    session.signIn(answer(1), true)
    expect([localStorage.length, sessionStorage.length]).toEqual([1, 0])
    session.signOut()
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  test('a refreshed token and a new name replace the old ones, the rest stays', () => {
    const session = createSession({ remembered: null, tab: sessionStorage, channel: null })
    session.signIn(answer(1), false)
    session.update({ session_token: 'fresh', name: 'Ann Lee' })
    expect(session.current()).toMatchObject({ id: 1, session_token: 'fresh', name: 'Ann Lee', is_sys_admin: true })
  })
})

describe('several tabs', () => {
  test('a new tab is told who is signed in', async () => {
    const open = browser()
    open(sessionStorage).signIn(answer(1), false)
    const second = open()
    expect(second.current()).toBeNull()
    await second.askOtherTabs(1000)
    expect(second.current()?.id).toBe(1)
  })

  test('a lone tab does not wait longer than it is told to', async () => {
    const lone = browser()()
    await lone.askOtherTabs(1)
    expect(lone.current()).toBeNull()
  })

  test('signing out in one signs out the others, but not another person', () => {
    const open = browser()
    const [first, second, stranger] = [open(), open(), open()]
    first.signIn(answer(1), false)
    stranger.signIn(answer(2), false)
    expect(second.current()?.id).toBe(1)
    first.signOut()
    expect(second.current()).toBeNull()
    expect(stranger.current()?.id).toBe(2)
  })

  test('a session that one of them dropped stays with the others', () => {
    const open = browser()
    const [first, second] = [open(), open()]
    first.signIn(answer(1), false)
    first.drop()
    expect([first.current(), second.current()?.id]).toEqual([null, 1])
  })

  test('a fresh token reaches all tabs of the same person', () => {
    const open = browser()
    const [first, second] = [open(), open()]
    first.signIn(answer(1), false)
    first.update({ session_token: 'fresh' })
    expect(second.current()?.session_token).toBe('fresh')
  })
})

test('listeners hear of every change until they leave', () => {
  const session = createSession({ remembered: null, tab: null, channel: null })
  const heard: (number | undefined)[] = []
  const leave = session.subscribe(() => heard.push(session.current()?.id))
  session.signIn(answer(1), false)
  session.signOut()
  leave()
  session.signIn(answer(2), false)
  expect(heard).toEqual([1, undefined])
})
