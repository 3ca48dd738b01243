const patience = 10_000

export function open({ address, token }, { refuse }) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }

  async function post(method, message) {
    const body = message === undefined ? {} : { body: JSON.stringify(message) }
    const answer = await fetch(address, { method, headers, ...body, signal: AbortSignal.timeout(patience) })
    await answer.body?.cancel()
    if (answer.status >= 400)
      throw refuse(503, `The receiver of messages refuses them with the status ${answer.status}.`)
  }

  async function reach(work) {
    try {
      await work()
    } catch (error) {
      if (error.status !== undefined) throw error
      throw refuse(503, 'The receiver of messages does not respond.')
    }
    return { status: 200, body: { success: true } }
  }

  return {
    async handle({ verb, resource, params, payload }) {
      if (resource !== '') throw refuse(404, `There is no resource '${resource}'.`)
      if (verb === 'GET' && params.check === 'true') return reach(() => post('HEAD'))
      if (verb !== 'POST') throw refuse(400, 'Messages are sent with POST.')
      if (payload === undefined) throw refuse(400, 'The request has no message in its body.')
      return reach(() => post('POST', payload))
    },
  }
}
