import { connect } from 'node:net'

const port = 6379

/** A Redis on this machine, or null where none answers; tests use keys of their own and leave them to expire. */
export const redisUrl: string | null = await new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1')
  const answer = (url: string | null) => {
    socket.destroy()
    resolve(url)
  }
  socket.once('connect', () => answer(`redis://127.0.0.1:${port}`))
  socket.once('error', () => answer(null))
})
