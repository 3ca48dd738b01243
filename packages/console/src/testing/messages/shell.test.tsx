import type { Environment } from '@millwright/contract/wire/environment'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { marketplaceLicence } from '../../instance/licence.ts'
import { respondWith } from '../answering.ts'
import { expectMessage } from '../expect-message.ts'
import { messageOf } from '../message-catalogue.ts'
import { visit } from '../render-route.tsx'
import { withoutFeatures, withPlatform } from '../saying.ts'

const instance = sharedInstance()
const licenseUrl = 'http://127.0.0.1:9/check'
const gold = { resource: [{ name: 'admin' }, { name: 'limit' }, { name: 'service_report' }] }
const systemList = { part: '/api/v2/system', verb: 'GET' }

test('warns that there is no root administrator', async () => {
  const admin = await instance.make.admin()
  const isGold = respondWith(systemList, 200, gold)
  await visit(instance, '/home', {
    as: admin,
    through: (reach) => {
      const said = withPlatform((own) => ({ ...own, root_admin_exists: false }))(reach)
      const list = isGold(said)
      return (input, init) => (String(input).endsWith('/system') ? list(input, init) : said(input, init))
    },
  })
  await expectMessage('shell.no-root')
})

test('reports an expired licence without a key', async () => {
  await visit(instance, '/home', {
    as: instance.root,
    settings: { licenseUrl },
    through: withPlatform((own) => ({ ...own, license: 'GOLD', license_key: false, aws_instance_id: '' })),
  })
  await expectMessage('shell.expired')
})

test('reports invalid marketplace data, and shows valid data', async () => {
  const bad = marketplaceLicence({ aws_product_code: 'short', aws_instance_id: 'i-1' })
  expect([bad.status, bad.message]).toEqual([401, messageOf('licence.invalid').text])
  await visit(instance, '/config', {
    as: instance.root,
    settings: { licenseUrl },
    through: withPlatform((own) => ({
      ...own,
      license: 'GOLD',
      license_key: false,
      aws_instance_id: 'i-1',
      aws_product_code: 'a'.repeat(25),
    })),
  })
  await expectMessage('licence.marketplace')
})

test('shows LaunchPad without apps, and without a configuration', async () => {
  const user = await instance.make.user()
  await visit(instance, '/launchpad', { as: user, kind: 'user' })
  await expectMessage('launchpad.none')
  await visit(instance, '/launchpad', {
    as: user,
    kind: 'user',
    through: (reach) => async (input, init) => {
      const answer = await reach(input, init)
      if (!String(input).includes('system/environment')) return answer
      const { apps: _, ...rest }: Environment = await answer.json()
      return Response.json(rest)
    },
  })
  await expectMessage('launchpad.failed')
})

test('shows what the licence does not include', async () => {
  const lesser = respondWith(systemList, 200, { resource: [{ name: 'admin' }] })
  const { user, router } = await visit(instance, '/admins/new', {
    as: instance.root,
    through: (reach) => {
      const said = withoutFeatures(reach)
      const list = lesser(said)
      return (input, init) => (String(input).endsWith('/system') ? list(input, init) : said(input, init))
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Access by tabs' }))
  await expectMessage('paywall.access', { service: 'Access by tabs' })
  await router.navigate({ to: '/limits' })
  await expectMessage('paywall', { service: 'Limits' })
})
