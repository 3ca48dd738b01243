import { generate } from 'selfsigned'

export interface TestCertificate {
  /** Both in PEM form. */
  readonly certificate: string
  readonly privateKey: string
}

/** A certificate that vouches for itself, of this machine. */
export async function testCertificate(name = 'localhost'): Promise<TestCertificate> {
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'rsa',
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { certificate: cert, privateKey }
}
