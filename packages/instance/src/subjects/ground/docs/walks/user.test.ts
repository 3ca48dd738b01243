import type { ListAnswer } from '@millwright/contract/wire/list'
import type { ActiveSession } from '@millwright/contract/wire/session'
import type { OneTimeKey } from '@millwright/contract/wire/two-step'
import { describe, expect, it } from 'vitest'
import { oauthClient } from '../../../../testing/oauth-client.ts'
import { walkOf } from '../../../../testing/openapi/walk.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { testPasskey } from '../../../../testing/test-passkey.ts'
import { engines } from '../../../../testing/test-store.ts'
import { codeAt, setPolicy } from '../../../../testing/two-step.ts'

const isPublic = true
const origin = 'http://millwright.test'
const headers = { host: 'millwright.test' }

describe.each(engines)('the service user on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root, make, parts } = instance

  it('conforms to its document', async () => {
    const person = await make.user()
    const { email, password: current_password } = person
    await setPolicy(instance, 'allowed')
    const config = { allow_open_registration: true, open_reg_email_service_id: null }
    await send('PATCH', `system/service/${await make.serviceId('user')}`, { as: root, body: { config } })
    const walk = await walkOf({ send, as: person, reader: root }, 'user')
    const { call } = walk
    for (const query of ['', '?as_list=true']) await call('GET', `/${query}`, { as: root })

    const form = { email: 'new@example.test', new_password: 'a password', first_name: 'New' }
    await call('POST', '/register', { isPublic, body: form })
    await call('POST', '/register?login=true', { isPublic, body: { ...form, email: 'newer@example.test' } })
    await call('POST', '/register', { isPublic, body: form, status: 400 })

    await call('POST', '/session', { isPublic, body: { email, password: current_password } })
    await call('POST', '/session', { isPublic, body: { email, password: 'wrong' }, status: 401 })
    await call('GET', '/session')
    await call('GET', '/profile')
    for (const method of ['POST', 'PUT', 'PATCH'])
      await call(method, '/profile', { body: { first_name: 'Ann', phone: null } })
    await call('PATCH', '/profile', { body: { phone: 'x'.repeat(99) }, status: 400 })

    await call('GET', '/custom', { as: root })
    await call('POST', '/custom', { as: root, body: { resource: [{ name: 'own', value: { a: 1 } }] } })
    await call('GET', '/custom/own', { as: root })
    await call('PATCH', '/custom', { as: root, body: { resource: [{ name: 'own', value: 3 }] } })
    for (const method of ['PUT', 'PATCH'])
      await call(method, '/custom/own?fields=*', { as: root, body: { value: [1] } })
    for (const query of ['', '?fields=*', '?as_list=true']) await call('GET', `/custom${query}`, { as: root })
    await call('GET', '/custom', { as: root })
    await call('DELETE', '/custom/own', { as: root })
    await call('POST', '/custom?fields=*', { as: root, body: { resource: [{ name: 'own', value: { a: 1 } }] } })
    await call('DELETE', '/custom?ids=own&fields=*', { as: root })

    await call('GET', '/two_step')
    const words = { current_password }
    const added = await call<{ id: number }>('POST', '/two_step/app_password', { body: { ...words, name: 'reports' } })
    await call('GET', '/two_step')
    await call('DELETE', `/two_step/app_password?id=${added.body.id}`)

    const codes = '/two_step/one_time_code'
    const begun = await call<OneTimeKey & { challenge: string }>('POST', codes, { body: words })
    const code = codeAt(begun.body.secret, parts.clock())
    const done = await call<{ session_token: string }>('PUT', codes, {
      body: { challenge: begun.body.challenge, code },
    })
    const as = { token: done.body.session_token }
    await call('GET', '/two_step', { as })
    await call('POST', '/session', { isPublic, body: { email, password: current_password }, status: 401 })
    await call('POST', '/two_step/recovery_codes', { as, body: words })

    const passkeys = '/two_step/passkey'
    const key = testPasskey()
    const asked = await call<{ challenge: string; passkey: { challenge: string } }>('POST', passkeys, {
      as,
      headers,
      body: words,
    })
    const passkey = key.create(asked.body.passkey, { origin })
    const kept = await call<{ id: number; session_token: string }>('PUT', passkeys, {
      as,
      headers,
      body: { challenge: asked.body.challenge, name: 'Laptop', passkey },
    })
    const still = { token: kept.body.session_token }
    await call('PATCH', `${passkeys}?id=${kept.body.id}`, { as: still, body: { name: 'Desk' } })
    await call('GET', '/two_step', { as: still })
    const left = await call<{ session_token: string }>('DELETE', `${passkeys}?id=${kept.body.id}`, {
      as: still,
      body: words,
    })
    await call('DELETE', codes, { as: { token: left.body.session_token }, body: words })

    const { name: service } = await make.service({ type: 'mcp' })
    const client = await oauthClient(instance, { service })
    const wanted = await client.ask()
    await call('GET', `/consent?request=${encodeURIComponent(wanted)}`, { as: root })
    await call('GET', '/consent?user_code=BBBB-BBBB', { as: root, status: 404 })
    const allowed = { request: wanted, decision: 'allow', scopes: ['mcp:read'], days: 1 }
    const { body: answered } = await call<{ location: string }>('POST', '/consent', { as: root, body: allowed })
    await client.redeem(new URL(answered.location).searchParams.get('code') ?? '')
    const connected = await call<{ resource: { id: number }[] }>('GET', '/connected_client', { as: root })
    await call('DELETE', `/connected_client?id=${connected.body.resource[0]?.id}`, { as: root })

    const token = { name: 'ci', scopes: ['config:plan'], current_password: root.password }
    await call('POST', '/access_token', { as: root, body: { ...token, scopes: ['all'] }, status: 400 })
    const made = await call<{ id: number }>('POST', '/access_token', { as: root, body: token })
    await call('GET', '/access_token', { as: root })
    await call('DELETE', `/access_token?id=${made.body.id}`, { as: root })

    const other = await make.user()
    const signedIn = await call<{ session_token: string }>('PUT', '/session', { as: other })
    const asOther = { token: signedIn.body.session_token }
    await parts.tokens.issue(other.id, false)
    const { body: listed } = await call<ListAnswer<ActiveSession>>('GET', '/active_session', { as: asOther })
    const id = listed.resource.find(({ current }) => !current)?.id
    await call('DELETE', `/active_session?id=${id}`, { as: asOther })
    await call('DELETE', '/active_session?others=true', { as: asOther })
    const third = await make.user()
    await call('POST', '/password', {
      as: third,
      body: { old_password: third.password, new_password: 'another password' },
    })
    await call('POST', '/password?login=true', {
      as: { token: (await instance.signIn({ email: third.email, password: 'another password' }, 'user')).token },
      body: { old_password: 'another password', new_password: 'one more password' },
    })
    await call('POST', '/password?reset=true', { isPublic, body: { email: third.email } })
    await call('DELETE', '/session', { isPublic })

    expect(walk.faults).toEqual([])
    // Logout always succeeds.
    expect(walk.proxy.uncalled()).toEqual({ succeeded: [], refused: ['delete /session'] })
  })
})
