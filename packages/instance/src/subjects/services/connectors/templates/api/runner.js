const patience = 10_000
const longest = 10_000_000

export function open({ address, token }, { refuse }) {
  const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }

  async function read(path) {
    const url = `${String(address).replace(/\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(patience) }).catch(() => {
      throw refuse(503, 'The other API does not respond.')
    })
    const pieces = []
    let length = 0
    for await (const piece of answer.body ?? []) {
      length += piece.length
      if (length > longest) throw refuse(502, 'The other API answers more than can be passed on.')
      pieces.push(piece)
    }
    if (answer.status >= 500) throw refuse(503, `The other API fails with the status ${answer.status}.`)
    if (answer.status >= 400) throw refuse(answer.status, `The other API refuses it with the status ${answer.status}.`)
    try {
      return JSON.parse(Buffer.concat(pieces).toString('utf8'))
    } catch {
      throw refuse(502, 'The other API answers something else than JSON.')
    }
  }

  return {
    async handle({ verb, resource, params }) {
      if (verb !== 'GET') throw refuse(400, 'The other API can only be read.')
      const body = await read(params.check === 'true' ? '' : resource)
      return { status: 200, body }
    },
  }
}
