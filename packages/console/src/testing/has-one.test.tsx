import { foreignServer } from '@millwright/instance/testing/foreign-server/foreign-server'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { codeEditor, typeCode } from './code-editor.ts'
import { visit } from './render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance

/** Servers that return relations to one record as ours do, or as lists, and then accept only lists. */
const servers = [
  ['a record', undefined],
  ['a list', foreignServer()],
] as const

async function open(path: string, through: ReturnType<typeof foreignServer> | undefined) {
  const { user, address } = await visit(instance, path, { as: root, ...(through && { through }) })
  return { address, save: async () => user.click(await screen.findByRole('button', { name: 'Save' })), user }
}

const stored = async (path: string, relation: string) => {
  const { body } = await send<Record<string, unknown>>('GET', `${path}?related=${relation}`, { as: root })
  return body[relation]
}

test.each(servers)('stores, changes and removes a definition on a server that returns %s', async (_, through) => {
  const { id } = await instance.make.service({ type: 'nodejs' })
  const definition = () => stored(`system/service/${id}`, 'service_doc_by_service_id')
  const { save } = await open(`/services/${id}?section=definition`, through)
  const view = await codeEditor()
  for (const content of ['{"openapi":"3.0.3"}', '{"openapi":"3.1.0"}']) {
    typeCode(view, content)
    await save()
    await waitFor(async () => expect(await definition()).toMatchObject({ content, format: 0 }))
    await waitFor(() => expect(screen.queryByText('1 unsaved change')).toBeNull())
  }
  typeCode(view, '')
  await save()
  await waitFor(async () => expect(await definition()).toBeNull())
})

test.each(servers)('creates a service with its definition on a server that returns %s', async (kind, through) => {
  const { user, save } = await open('/services/new?type=nodejs&section=definition', through)
  const name = `with_${kind.slice(2)}`
  typeCode(await codeEditor(), '{"openapi":"3.0.3"}')
  await user.click(screen.getByRole('tab', { name: /Info/ }))
  await user.type(screen.getByLabelText(/^Namespace/), name)
  await user.type(screen.getByLabelText(/^Label/), name)
  await save()
  await waitFor(async () => {
    const { body } = await send<{ resource: object[] }>(
      'GET',
      `system/service?filter=name="${name}"&related=service_doc_by_service_id`,
      { as: root },
    )
    expect(body.resource).toMatchObject([{ service_doc_by_service_id: { content: '{"openapi":"3.0.3"}' } }])
  })
})

test.each(servers)('links a role to a directory group on a server that returns %s', async (kind, through) => {
  const config = { host: '127.0.0.1', base_dn: 'dc=example,dc=test' }
  const name = `directory_${kind.slice(2)}`
  const body = { resource: [{ name, label: name, type: 'ldap', is_active: true, config }] }
  expect(await send('POST', 'system/service', { as: root, body })).toMatchObject({ status: 201 })
  const { id } = await instance.make.role({ name: `Linked to ${kind}` })
  const { user, save } = await open(`/roles/${id}`, through)
  for (const dn of ['cn=readers', 'cn=writers']) {
    const field = await screen.findByLabelText(/^DN/)
    await user.clear(field)
    await user.type(field, dn)
    await save()
    await waitFor(async () =>
      expect(await stored(`system/role/${id}`, 'role_adldap_by_role_id')).toMatchObject({ dn, role_id: id }),
    )
    await open(`/roles/${id}`, through)
  }
})
