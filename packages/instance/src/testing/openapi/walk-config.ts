import { configPackageFormat } from '@millwright/contract/wire/package'
import type { Walk } from './walk.ts'

/** Calls every operation on configuration, with success and without. */
export async function walkConfig({ call }: Walk): Promise<void> {
  for (const path of ['/config', '/config/drift', '/config/layout', '/config/managed', '/config/schema']) {
    await call('GET', path)
    await call('GET', path, { as: { token: 'none' }, status: 401 })
  }
  const body = { format: 1, owner: 'walk', records: [{ type: 'lookup', name: 'walked', values: { value: 'x' } }] }
  for (const query of ['?plan=true', '?drift=true', '']) await call('POST', `/config${query}`, { body })
  await call('GET', '/config/text?type=lookup&name=walked')
  await call('GET', '/config/text?type=lookup&name=none', { status: 404 })
  await call('POST', '/config?plan=true', { body: { ...body, records: [] } })
  await call('POST', '/config', { body: { ...body, format: 2 }, status: 400 })
  await call('GET', '/config_package')
  await call('GET', '/config_package', { as: { token: 'none' }, status: 401 })
  const packaged = { format: configPackageFormat, services: [], roles: [{ name: 'packaged' }], apps: [] }
  await call('POST', '/config_package?dry_run=true', { body: packaged })
  await call('POST', '/config_package', { body: { ...packaged, format: 'x' }, status: 400 })
}
