import { connect } from 'node:net'

const port = 6379

/** URL of a local Redis, or `null` if there is none; tests use their own keys and leave them to expire. */
export const redisUrl: string | null = await new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1')
  const answer = (url: string | null) => {
    socket.destroy()
    resolve(url)
  }
  socket.once('connect', () => answer(`redis://127.0.0.1:${port}`))
  socket.once('error', () => answer(null))
})
