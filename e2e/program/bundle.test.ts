import { expect, test } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'

/** A well-known port on which nothing listens here. */
const nobody = 9
const servers = [
  {
    type: 'aws_s3',
    config: { container: 'files', region: 'us-east-1', endpoint: `http://127.0.0.1:${nobody}`, key: 'k', secret: 's' },
  },
  { type: 'sftp_file', config: { container: 'files', host: '127.0.0.1', port: nobody, username: 'u', password: 'p' } },
  { type: 'ftp_file', config: { container: 'files', host: '127.0.0.1', port: nobody } },
]

test('the built program contains the modules that it loads on demand', async () => {
  await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '0', MILLWRIGHT_PASSWORD_COMMON: 'refuse' })
  const api = await signIn(instance.url, firstAdmin)
  const resource = servers.map(({ type, config }) => ({ name: type, label: type, type, is_active: true, config }))
  expect((await api.call('POST', 'system/service', { resource })).status).toBe(201)
  for (const { type } of servers) {
    const { status, body } = await api.call('GET', `${type}/?include_properties=true`)
    expect(status).toBe(503)
    expect(JSON.stringify(body)).toContain('connection refused')
  }
  const change = { old_password: firstAdmin.password, new_password: 'qwertyuiop' }
  expect(JSON.stringify((await api.call('POST', 'system/admin/password', change)).body)).toContain('most common')
})
