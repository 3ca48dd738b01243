import { generate } from 'selfsigned'

export interface TestCertificate {
  /** Both in PEM form. */
  readonly certificate: string
  readonly privateKey: string
}

/** A self-signed certificate for this machine; `ip`: another of its addresses. */
export async function testCertificate(name = 'localhost', ip = '127.0.0.1'): Promise<TestCertificate> {
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
          { type: 7, ip },
        ],
      },
    ],
  })
  return { certificate: cert, privateKey }
}
