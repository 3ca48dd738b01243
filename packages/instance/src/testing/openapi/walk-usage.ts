import type { Walk } from './walk.ts'

/** Calls every operation on usage, with success and without. */
export async function walkUsage({ call }: Walk): Promise<void> {
  for (const query of ['', '?by=app&step=none&compare=true', '?by=service&top=1&own=false'])
    await call('GET', `/usage${query}`)
  await call('GET', '/usage?by=nothing', { status: 400 })
  await call('DELETE', '/usage?user_id=99999')
  await call('DELETE', '/usage', { status: 400 })
  for (const query of ['', '?subject=role', '?subject=user&stale_days=5', '?ids=1&limit=1&offset=0'])
    await call('GET', `/access_usage${query}`)
  await call('GET', '/access_usage?subject=nothing', { status: 400 })
  const { body } = await call<{ resource: { id: number }[] }>('GET', '/request_log?order=id%20desc&limit=3')
  await call('GET', '/request_log?filter=nothing=1', { status: 400 })
  await call('GET', `/request_log/${body.resource[0]?.id}`)
  await call('GET', '/request_log/999999', { status: 404 })
}
