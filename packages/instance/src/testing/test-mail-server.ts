import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  /** Envelope recipients. */
  readonly to: readonly string[]
  /** The raw message. */
  readonly source: string
  /** The message without the encoding of its lines. */
  readonly text: string
  /** The first URL in its text. */
  readonly link: URL
}

export interface TestMailServer {
  readonly port: number
  /** The only account that may send. */
  readonly account: { readonly username: string; readonly password: string }
  readonly received: readonly ReceivedMail[]
  close(): Promise<void>
}

/** Starts a real mail server on its own port, without encryption. */
export async function openTestMailServer(): Promise<TestMailServer> {
  const account = { username: 'ann', password: 'pass word' }
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === account.username && password === account.password) done(null, { user: username })
      else done(new Error('Wrong password.'))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString()
        const text = decoded(source)
        const link = new URL(/http:\/\/\S+[?&]code=\S+/.exec(text)?.[0] ?? 'about:blank')
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source, text, link })
        done()
      })
    },
  })
  // Ignores connections that break during a response.
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  return { port, account, received, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

/** Decodes quoted-printable: soft line breaks and `=XX` codes. */
function decoded(source: string): string {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
