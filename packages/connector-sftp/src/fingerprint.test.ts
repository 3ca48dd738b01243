import { expect, it } from 'vitest'
import { hasFingerprint } from './sftp-keys.ts'

const key = Buffer.from('a public key')
const md5 = '580dfa352df4bf1ff41f01901371fbde'
const sha256 = 'C3NI+gOJcMSOwHzXO2JX857IEPYPFu5zti48biYQq8Y'

it.each([
  '',
  'SHA256:',
  'ab:cd',
  `SHA256:A${sha256.slice(1)}`,
  `SHA256:${sha256}x`,
  `0${md5.slice(1)}`,
  '0'.repeat(40),
])('%j does not match the key', (text) => expect(hasFingerprint(key, text)).toBe(false))

it.each([
  `SHA256:${sha256}`,
  `${sha256}=`,
  md5,
  `MD5:${md5.replace(/..(?=.)/g, '$&:')}`,
  md5.toUpperCase(),
  '24d99bedb8628a5115f7529511b260ccae6e2419',
  '0b7348fa038970c48ec07cd73b6257f39ec810f60f16ee73b62e3c6e2610abc6',
])('%j matches the key', (text) => expect(hasFingerprint(key, text)).toBe(true))
