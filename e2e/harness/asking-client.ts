const redirect_uri = 'http://127.0.0.1:4000/callback'

/**
 * Returns the consent page to which a client of an MCP service, with this name, redirects a user, and the user code of a device. `url`: of the
 * instance.
 */
export async function requestAuthorization(
  url: string,
  service: string,
  client_name = 'A client that asks',
): Promise<{ consent: string; code: string }> {
  const issuer = `${url}/mcp/${service}`
  const registered = await fetch(`${issuer}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name, redirect_uris: [redirect_uri] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const begun = await fetch(`${issuer}/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id }),
  })
  const { user_code } = (await begun.json()) as { user_code: string }
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    state: 'x',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const sent = await fetch(`${issuer}/authorize?${query}`, { redirect: 'manual' })
  const { pathname, search } = new URL(sent.headers.get('location') ?? '')
  return { consent: `${pathname}${search}`, code: user_code }
}
